/** What a column of JSON is given: its text, because the driver makes an array of PostgreSQL of a list. Typed as the value it holds. */
export const jsonText = <T>(value: T): T => JSON.stringify(value) as string & T
