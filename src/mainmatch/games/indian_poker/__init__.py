"""Indian Poker (인디언 포커): you see the other's card and not your own."""
