/**
 * Rows of which one is selected; the tabs of the dialog share it. Everything is reached by keyboard; of many rows only those in sight are
 * drawn.
 */
import { HolderOutlined } from '@ant-design/icons'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useId, useRef, type ReactNode } from 'react'
import { t } from '../i18n/t.ts'
import { useRowDrag, type Drag } from './use-row-drag.ts'

/** as schemes.css has it, border included */
const rowHeightPx = 41
/** So many are drawn whole: quicker than watching the scroll. */
const plainMax = 30
const overscan = 6

interface RowTableProps {
  readonly heads: readonly string[]
  readonly rows: readonly { readonly key: string; readonly name: string; readonly cells: readonly ReactNode[] }[]
  readonly selected: string | null
  readonly onSelect: (key: string) => void
  /** puts the row at `from` to `to`; absent: the order says nothing */
  readonly onMove?: (from: number, to: number) => void
  /** shown in place of rows */
  readonly empty: string
}

/** The rows to draw, and the room above and below them. */
function useWindow(count: number, box: { readonly current: HTMLElement | null }): { places: number[]; above: number; below: number } {
  const isPlain = count <= plainMax
  // the rule is about React's compiler, which is not used here; nothing of the answers is kept beyond the drawing
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count,
    enabled: !isPlain,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeightPx,
    overscan,
  })
  if (isPlain) return { places: Array.from({ length: count }, (_, at) => at), above: 0, below: 0 }
  const items = virtual.getVirtualItems()
  return {
    places: items.map(one => one.index),
    above: items[0]?.start ?? 0,
    below: virtual.getTotalSize() - (items.at(-1)?.end ?? 0),
  }
}

/** Where the dragged row would stand. */
function dropMark(drag: Drag | null, at: number): string {
  if (drag === null) return ''
  if (at === drag.from) return 'zg-dragged'
  if (at !== drag.to) return ''
  return drag.to < drag.from ? 'zg-drop-above' : 'zg-drop-below'
}

const Room = ({ height }: { height: number }) => (height > 0 ? <tr aria-hidden style={{ height }} /> : null)

export function RowTable({ heads, rows, selected, onSelect, onMove, empty }: RowTableProps) {
  const group = useId()
  const box = useRef<HTMLDivElement>(null)
  const { drag, begin } = useRowDrag(box, onMove ?? (() => undefined))
  const { places, above, below } = useWindow(rows.length, box)
  return (
    <div className="zg-scheme-rows" ref={box}>
      <table className="zg-table">
        <thead>
          <tr>
            <th aria-label={t('选择')} />
            {heads.map(head => (
              <th key={head}>{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Room height={above} />
          {places.map(at => {
            const row = rows[at]
            if (row === undefined) return null
            return (
              <tr
                key={row.key}
                data-at={at}
                className={dropMark(drag, at)}
                aria-selected={row.key === selected}
                onClick={() => onSelect(row.key)}
              >
                <td>
                  <label>
                    {onMove !== undefined && (
                      <HolderOutlined className="zg-drag" title={t('拖动排序')} aria-hidden onPointerDown={begin(at)} />
                    )}
                    <input
                      type="radio"
                      name={group}
                      aria-label={t('选择第 {n} 行 {name}', { n: at + 1, name: row.name })}
                      checked={row.key === selected}
                      onChange={() => onSelect(row.key)}
                    />
                    {at + 1}
                  </label>
                </td>
                {row.cells.map((cell, place) => (
                  <td key={heads[place]}>{cell}</td>
                ))}
              </tr>
            )
          })}
          <Room height={below} />
        </tbody>
      </table>
      {rows.length === 0 && <p>{empty}</p>}
    </div>
  )
}
