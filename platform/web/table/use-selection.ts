import { useState } from 'react'
import type { Row } from '../../declare/wire.ts'

export interface Selection {
  readonly rows: readonly Row[]
  readonly ids: readonly string[]
  /** takes rows in, or out again; those of other pages stay */
  mark(rows: readonly Row[], on: boolean): void
  clear(): void
}

/** Selected rows, across pages. They belong to one filter: under another nobody would see what he acts on. */
export function useSelection(filterKey: string): Selection {
  const [chosen, setChosen] = useState<{ readonly key: string; readonly rows: readonly Row[] }>({ key: filterKey, rows: [] })
  const rows = chosen.key === filterKey ? chosen.rows : []
  return {
    rows,
    ids: rows.map(one => one.id),
    mark(some, on) {
      const ids = new Set(some.map(one => one.id))
      const others = rows.filter(one => !ids.has(one.id))
      setChosen({ key: filterKey, rows: on ? [...others, ...some] : others })
    },
    clear: () => setChosen({ key: filterKey, rows: [] }),
  }
}
