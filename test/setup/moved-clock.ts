/**
 * Loaded before a started product: its clock stands as many milliseconds later as the file that MOVED_CLOCK names says. What the database
 * itself calls now stays as it is.
 */
import { readFileSync } from 'node:fs'

const path = process.env['MOVED_CLOCK'] ?? ''
const Real = Date
const moved = (): number => Real.now() + Number(readFileSync(path, 'utf8'))

globalThis.Date = new Proxy(Real, {
  construct: (target, args: unknown[]) => Reflect.construct(target, args.length === 0 ? [moved()] : args) as Date,
  apply: () => new Real(moved()).toString(),
  get: (target, name) => (name === 'now' ? moved : (Reflect.get(target, name) as unknown)),
})
