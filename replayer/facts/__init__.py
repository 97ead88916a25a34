"""Tables of the game: maps, decks, factions, items, quests."""
