"""Middle Race (중간 달리기): eleven characters whose powers set off one another; first and last lose."""
