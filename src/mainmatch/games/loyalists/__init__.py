"""Loyalists and Traitors (충신과 역적): thirty cells, rising numbers, three who want the line to break."""
