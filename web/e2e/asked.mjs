// A table somebody has opened, at which others ask to be let in.

/** Somebody's own table, where two ask to be let in. */
export const asked = {
  spectators: 2,
  hosted: {
    host: 3,
    asks: true,
    turnSecs: 30,
    secret: "abcdefghij0123456789",
    stakesCanChange: true,
    game: { game: "holdem", variant: "NT", smallBlind: 10, bigBlind: 20 },
    requests: [
      { player: 21, name: "Константин", seat: 4, chips: 2000 },
      { player: 22, name: "Вера", chips: 500 },
    ],
  },
};
