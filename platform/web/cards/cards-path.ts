/** Where the home page asks which cards the person has. */
export const homeCardsPath = '/homeCard/list'
