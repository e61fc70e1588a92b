/**
 * Organisations' menus and help articles have stored the keys of pages and cards under the folders that held them first: another one of the
 * back office, and no floor of finance.
 */
export const storedKeyOf = (key: string): string =>
  key
    .replace(/^admin\/back-office\//, 'admin/office/')
    .replace(/^finance\/profit\/report\//, 'finance/amazon/profit/')
    .replace(/^finance\/mapping\/amazon\/(?=mapping-queue$)/, 'finance/amazon/mapping/')
    .replace(/^finance\/(?:mapping|costs|profit|bank|close)\//, 'finance/')
