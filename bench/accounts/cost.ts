/** The Argon2id parameters of the account service in production, also used for the baseline. */
export const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
