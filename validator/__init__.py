"""Whether the Law allows it: the rulebook, its clauses and the adjudicator."""
