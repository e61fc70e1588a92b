/** The buyer as an order file names him, and the number by which his orders are known. */
import { createHash } from 'node:crypto'

export interface Buyer {
  /** what the marketplace knows him by within a shop: user name, relay address */
  readonly user: string
  readonly first?: string
  readonly last?: string
  readonly email?: string
}

const digits = 16
/** The same for the same buyer in every file; says nothing of him. '': the file names nobody. */
export const customerNoOf = (user: string): string =>
  user === '' ? '' : createHash('sha256').update(user.toLowerCase()).digest('hex').slice(0, digits).toUpperCase()
