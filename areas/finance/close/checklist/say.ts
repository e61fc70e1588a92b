/** Taking an item of a month, and saying why it may be closed with what is lacking, or that one has looked. */
import { sentence } from '#platform/declare/sentence.ts'
import { type CloseItem, type Context, refuse } from '#platform/server/area.ts'
import { change, create } from '#platform/server/records.ts'
import { booksOf } from '../../base/books-of.ts'
import { daysOfMonth } from '../months/month-check.ts'
import { foundIn, noCompany, partsOf } from './checklist.ts'
import { financeCloseItem, itemStates } from './tables.ts'

const title = financeCloseItem.title

interface Named {
  readonly month: string
  readonly item: string
  readonly companyId: string
  /** of the row as it was read; null: there was none */
  readonly version: number | null
}

async function itemOf(context: Context, { item, companyId }: Named): Promise<CloseItem> {
  const found = context.house.registry.closeItems.find(one => one.code === item)
  if (found === undefined || (found.by === 'organisation' && companyId !== noCompany)) throw refuse.unknown(title)
  if (companyId !== noCompany) {
    const known = await context.db.selectFrom('company').select('id').where('id', '=', companyId).executeTakeFirst()
    if (!known) throw refuse.unknown(['公司', 'Company'])
  }
  return found
}

/** One row an item: made when somebody first takes it or says something of it. */
async function keep(inside: Context, named: Named, values: Readonly<Record<string, string | number | null>>, verb: string): Promise<void> {
  const { month, item, companyId, version } = named
  const { first } = daysOfMonth(month)
  const row = await inside.db
    .selectFrom('finance_close_item')
    .select(['id', 'version'])
    .where('month', '=', first)
    .where('item', '=', item)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  if ((row?.version ?? null) !== version) throw refuse.conflict(sentence`这一项刚被其他人处理，请刷新后再看`)
  if (row) await change(inside, financeCloseItem, row.id, values, { verb, version: row.version })
  else await create(inside, financeCloseItem, { month: first, item, companyId, ...values }, { verb })
}

/** Gives an item to somebody; null: to nobody. */
export async function assignItem(context: Context, named: Named & { readonly ownerId: string | null }): Promise<{ month: string }> {
  await itemOf(context, named)
  await inBooks(context)
  const { ownerId } = named
  if (ownerId !== null) {
    const person = await context.db.selectFrom('employee').select(['id', 'status']).where('id', '=', ownerId).executeTakeFirst()
    if (!person) throw refuse.unknown(['员工', 'Employee'])
    if (person.status !== 1) throw refuse.invalid([{ field: 'ownerId', message: sentence`这位员工已离职，请选择在职的人` }])
  }
  await context.write((_, inside) => keep(inside, named, { ownerId }, 'assignItem'))
  return { month: named.month }
}

/** `isSaid`: somebody confirms the item, with a reason where something is lacking; else what was confirmed is taken back. */
export async function sayOfItem(
  context: Context,
  named: Named & { readonly isSaid: boolean; readonly reason: string },
): Promise<{ month: string }> {
  const item = await itemOf(context, named)
  const { books } = await inBooks(context)
  const { month, companyId, isSaid } = named
  const reason = named.reason.trim()
  if (item.needs === 'clean') throw refuse.rule(sentence`${item.title}必须没有问题才能结账，不能用说明代替`)
  const part = (await partsOf(books))[item.by].find(one => one.id === companyId)
  if (part === undefined) throw refuse.unknown(title)
  const gaps = await item.gaps(books, { ...daysOfMonth(month), month, shopIds: part.shopIds })
  if (isSaid && gaps.length === 0 && item.needs !== 'look') throw refuse.rule(sentence`${item.title}没有缺口，不需要确认`)
  if (isSaid && reason === '') throw refuse.invalid([{ field: 'reason', message: sentence`请填写说明` }])
  const values = isSaid
    ? {
        state: itemStates.said[0],
        reason,
        found: foundIn(gaps),
        saidBy: context.caller.name,
        saidAt: context.now().toISOString(),
      }
    : { state: itemStates.open[0], reason: '', found: '', saidBy: '', saidAt: null }
  await context.write((_, inside) => keep(inside, named, values, isSaid ? 'confirmItem' : 'openItem'))
  return { month }
}

/** What is said of a month holds for all shops: by whoever sees them all. */
async function inBooks(context: Context) {
  const read = await booksOf(context)
  if (!read.isWhole) throw refuse.forbidden(sentence`月结清单涉及公司的全部店铺，请由能看到全部店铺的人确认`)
  return read
}
