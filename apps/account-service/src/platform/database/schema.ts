/** The schema that holds every table of the account service. */
export const accountsSchema = 'accounts'
