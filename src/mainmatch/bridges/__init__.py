"""The field's interfaces to every game: OpenSpiel, PettingZoo, and words for language models and scripts.

Each is a module of its own, imported only by whoever asks for it: `mainmatch.bridges.openspiel` needs the extra
`mainmatch[openspiel]`, `mainmatch.bridges.pettingzoo` the extra `mainmatch[pettingzoo]`, `mainmatch.bridges.text`
nothing. What each supports of which game stands in `docs/interfaces.md`.
"""
