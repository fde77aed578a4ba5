/** One hash of Argon2id: what the account service has in production, and its peer here too. */
export const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
