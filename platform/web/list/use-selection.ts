import { useState } from 'react'
import type { Row } from '../../declare/wire.ts'

export interface Selection {
  readonly rows: readonly Row[]
  readonly ids: readonly string[]
  set(rows: readonly Row[]): void
  clear(): void
}

/** Selected rows, across pages. They belong to one filter: under another nobody would see what he acts on. */
export function useSelection(filterKey: string): Selection {
  const [chosen, setChosen] = useState<{ readonly key: string; readonly rows: readonly Row[] }>({ key: filterKey, rows: [] })
  const rows = chosen.key === filterKey ? chosen.rows : []
  return {
    rows,
    ids: rows.map(one => one.id),
    set: next => setChosen({ key: filterKey, rows: next }),
    clear: () => setChosen({ key: filterKey, rows: [] }),
  }
}
