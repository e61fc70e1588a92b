/** What moves are called where a list shows which one made a layer: they are kept by their kind and number. Pure. */
import type { Title } from '#platform/declare/title.ts'
import type { FieldWords } from '#platform/server/area.ts'

const heads = new Map<string, Title>([
  ['receipt', ['入库', 'Receipt']],
  ['movement', ['移动', 'Movement']],
  ['move', ['库存流水', 'Move']],
  ['sale', ['销售', 'Sale']],
  ['return', ['退货', 'Return']],
  ['mix', ['合并', 'Averaged']],
])

function shown(text: string, at: 0 | 1): string {
  const [head = '', ...rest] = text.split(' ')
  const title = heads.get(head)?.[at]
  if (title === undefined) return text
  if (head === 'mix') return `${title} ${shown(rest.join(' '), at)}`
  // of a sale: shop, day, SKU; of a return: shop, day it happened, day in the books, kind, SKU
  if (head === 'sale') return [title, ...rest.slice(2), rest[1]].join(' ')
  if (head === 'return') return [title, ...rest.slice(4), rest[1]].join(' ')
  return [title, ...rest].join(' ')
}

/** A search for what is shown finds what is kept: heads of either language, numbers and SKUs as they are. */
function stored(text: string, at: 0 | 1): string {
  const found = [...heads].find(([, title]) => text.toLowerCase().startsWith(title[at].toLowerCase()))
  return found === undefined ? text : `${found[0]}${text.slice(found[1][at].length)}`
}

export const moveWords: FieldWords = {
  shown: ({ language }, text) => shown(text, language === 'en' ? 1 : 0),
  stored: ({ language }, text) => stored(text, language === 'en' ? 1 : 0),
}
