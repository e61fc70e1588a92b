/** Lines of money in the worker thread of an import: how a line of a sheet fills them (declare/money-lines.ts). */
import { moneyDirections } from '#platform/declare/money-lines.ts'
import { partyTexts } from '#platform/declare/money-parties.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import type { SheetLayout } from '#platform/declare/sheet-layout.ts'
import type { FamilyReader } from '../contract/file-family.ts'
import { sheetReader } from './sheet-reader.ts'

/** `texts`: fields of the lines that layouts fill. */
export const moneyReader = (family: string, layouts: readonly SheetLayout[], texts: readonly string[] = partyTexts): FamilyReader =>
  sheetReader(family, layouts, ({ day, time, amount, direction, moved, currency, balance, texts: said }) => ({
    postedOn: day,
    postedTime: time,
    income: moved && direction === 'in' ? amount : '0',
    outgo: moved && direction === 'out' ? amount : '0',
    amount,
    direction: String(moneyDirections[direction][0]),
    currency,
    balance,
    ...Object.fromEntries([...texts, 'status'].map(name => [name, ownValue(said, name) ?? ''])),
  })) as FamilyReader
