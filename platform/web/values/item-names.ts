/** What products are called, by MSKU or by themselves: those asked for at one time go in one call, and an answer is kept like any other. */
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { FieldDefinition, ItemAsk, NamedSku, Row } from '../../declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import { api } from '../api/client.ts'

/** the server takes no more at once */
const askMax = 200
/** ms in which the rows of a page ask */
const gatherMs = 10
/** products are renamed seldom */
const freshMs = 300_000

interface Waiting {
  readonly ask: ItemAsk
  readonly tell: (named: NamedSku | null) => void
  readonly fail: (error: unknown) => void
}

let waiting: Waiting[] = []

async function askAll(): Promise<void> {
  const all = waiting
  waiting = []
  for (let from = 0; from < all.length; from += askMax) {
    const some = all.slice(from, from + askMax)
    try {
      const answers = await api.post<(NamedSku | null)[]>('/skuView/named', { items: some.map(one => one.ask) }, { quiet: true })
      for (const [at, one] of some.entries()) one.tell(answers[at] ?? null)
    } catch (error) {
      for (const one of some) one.fail(error)
    }
  }
}

const namedSku = async (ask: ItemAsk): Promise<NamedSku | null> =>
  new Promise((tell, fail) => {
    if (waiting.length === 0) setTimeout(() => void askAll(), gatherMs)
    waiting.push({ ask, tell, fail })
  })

/** What a row asks by; null: its value names nothing. */
export function askOf({ field, item }: Pick<FieldDefinition, 'field' | 'item'>, row: Row): ItemAsk | null {
  const value = asText(row[field] ?? '')
  if (item === undefined || value === '') return null
  const shopId = item.shop === undefined ? null : row[item.shop]
  return { [item.by]: value, ...(typeof shopId === 'string' ? { shopId } : {}) }
}

export const itemQuery = (ask: ItemAsk) =>
  queryOptions({
    queryKey: ['item', ask],
    queryFn: () => namedSku(ask),
    staleTime: freshMs,
    retry: false,
    // a cell that comes into sight again asks no refused question again
    retryOnMount: false,
    // a cell without its name must not take the page away
    throwOnError: false,
  })

/** Asks for all rows of a page at once, also for those that are not drawn yet. */
export function useItemsAhead(asks: readonly ItemAsk[]): void {
  const client = useQueryClient()
  const key = JSON.stringify(asks)
  useEffect(() => {
    for (const ask of JSON.parse(key) as ItemAsk[]) void client.prefetchQuery(itemQuery(ask))
  }, [client, key])
}
