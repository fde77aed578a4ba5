/** The errors of prices, limits per day and the emergency route. */
export const costErrors = {
  CALL_LIMIT_MINUTES_PER_DAY: {
    status: 429,
    message: 'Not called: your workspace has reached its limit of minutes per day.',
    nextStep: 'open-limits',
  },
  CALL_LIMIT_SPEND_PER_DAY: {
    status: 429,
    message: 'Not called: your workspace has reached its limit of spending per day.',
    nextStep: 'open-limits',
  },
  NO_PRICE: {
    status: 403,
    message:
      'Not called: your workspace limits its spending, and its price table has no price for this number.',
    nextStep: 'open-limits',
  },
  SPEND_LIMIT_NEEDS_PRICES: {
    status: 409,
    message: 'A limit of spending needs a price table. Upload one first.',
    nextStep: 'check-form',
  },
  EMERGENCY_ROUTE_NOT_FOUND: {
    status: 404,
    message: 'Your workspace has no route for emergency calls.',
    nextStep: 'none',
  },
  EMERGENCY_TRUNK_NEEDS_NUMBER: {
    status: 409,
    message: 'The emergency services must be able to call back. Give the trunk a number first.',
    nextStep: 'open-trunks',
  },
  EMERGENCY_ROUTE_NEEDS_NUMBER: {
    status: 409,
    message:
      'Emergency calls go through this trunk, and the emergency services must be able to call back. Leave it a number, or remove the emergency route first.',
    nextStep: 'check-form',
  },
  EMERGENCY_CALL_NOT_RECORDED: {
    status: 409,
    message: 'Emergency calls are not recorded.',
    nextStep: 'none',
  },
  PRICE_TABLE_NOT_FOUND: {
    status: 404,
    message: 'Your workspace has no price table.',
    nextStep: 'none',
  },
  PRICE_TABLE_INVALID: {
    status: 400,
    message: 'The price table was not replaced, because some of its lines are wrong.',
    nextStep: 'check-form',
  },
} as const
