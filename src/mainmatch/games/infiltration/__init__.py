"""Infiltration (잠입 게임): two agents abroad, and one patrol a round."""
