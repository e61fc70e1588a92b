/** Stands for SECRET_KEY where tests and benches open a house. */
export const secretKey = 'a secret of the tests alone, 32+'
