"""The field's interfaces to every game: OpenSpiel, PettingZoo, words, and a seat for a language model.

Each is a module of its own, imported only by whoever asks for it: `mainmatch.bridges.openspiel` needs the extra
`mainmatch[openspiel]`, `mainmatch.bridges.pettingzoo` the extra `mainmatch[pettingzoo]`, `mainmatch.bridges.text`
nothing, `mainmatch.bridges.mcp` the extra `mainmatch[mcp]`. What each supports of which game stands in `docs/interfaces.md`.
"""
