/** How a refusal names a cell of a line: `lines[id].field`; without a field it means the line. Pure. */
import { cellKey } from './lines-value.ts'

const place = /^lines\[([^\]]*)\](?:\.(\w+))?$/
/** Faults of a refusal that name cells, by `cellKey`; undefined: none does. */
export function toldFaults(
  errors: readonly { readonly field: string; readonly message: string }[],
): Readonly<Record<string, string>> | undefined {
  const told = errors.flatMap(({ field, message }) => {
    const [, id, name = ''] = place.exec(field) ?? []
    return id === undefined ? [] : [[cellKey(id, name), message] as const]
  })
  return told.length === 0 ? undefined : Object.fromEntries(told)
}

export const isLineFault = (field: string): boolean => place.test(field)
