/** What can be done with a row, as a menu where the pointer is: by right click, by Shift-F10 at the cell one stands on. */
import { Dropdown } from 'antd'
import { startTransition, useState, type KeyboardEvent, type MouseEvent, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import type { Placement, RowEntry } from './grid-columns.ts'
import type { GridRange } from './grid-range.ts'
import { cellId } from './grid-row.tsx'

interface OpenedMenu {
  readonly entries: readonly RowEntry[]
  readonly at: { readonly left: number; readonly top: number }
}

/** What has a menu of its own in the browser: a link can be opened elsewhere, a text field pasted into. */
const ownMenus = 'a[href], input:not([type="checkbox"]), textarea, [contenteditable]'

export function useRowMenu<R>(
  id: string,
  scroller: RefObject<HTMLDivElement | null>,
  rows: readonly R[],
  { columns }: Placement<R>,
  range: GridRange | null,
) {
  const [opened, setOpened] = useState<OpenedMenu | null>(null)
  const menuOf = columns.find(one => one.menu !== undefined)?.menu
  const open = (at: number, place: OpenedMenu['at']): boolean => {
    const row = rows[at]
    const entries = row === undefined ? [] : (menuOf?.(row) ?? [])
    // after the event that asks for it, which closes what is open
    if (entries.length > 0) startTransition(() => setOpened({ entries, at: place }))
    return entries.length > 0
  }
  /** at the cell one stands on */
  const openAtCell = (): boolean => {
    const { row, column } = range?.active ?? { row: -1, column: 0 }
    const cell = document.getElementById(cellId(id, row, column))?.getBoundingClientRect()
    return cell !== undefined && open(row, { left: cell.left, top: cell.bottom })
  }
  return {
    opened,
    /** the keys go on from the cell */
    close() {
      setOpened(null)
      scroller.current?.focus({ preventScroll: true })
    },
    /** the sign of a row was clicked */
    onClick({ target }: MouseEvent<HTMLElement>): boolean {
      const sign = target instanceof Element ? target.closest('.zg-row-more') : null
      const line = sign?.closest('.zg-grid-row')?.getAttribute('aria-rowindex')
      if (sign === null || line == null) return false
      const { left, bottom } = sign.getBoundingClientRect()
      return open(Number(line) - 2, { left, top: bottom })
    },
    onContextMenu(event: MouseEvent<HTMLElement>): void {
      const { target, clientX, clientY } = event
      if (!(target instanceof Element) || !event.currentTarget.contains(target) || target.closest(ownMenus) !== null) return
      const line = target.closest('.zg-grid-row')?.getAttribute('aria-rowindex')
      const isOpen = line == null ? false : open(Number(line) - 2, { left: clientX, top: clientY })
      if (isOpen) event.preventDefault()
    },
    /** true: the key opened the menu */
    onKeyDown(event: KeyboardEvent<HTMLElement>): boolean {
      const isAsked = (event.key === 'F10' && event.shiftKey) || event.key === 'ContextMenu'
      if (!isAsked || event.target !== scroller.current || !openAtCell()) return false
      event.preventDefault()
      return true
    },
  }
}

/** Beside the table: places inside it are not those of the window. */
export function RowMenu({ entries, at, onClose }: OpenedMenu & { readonly onClose: () => void }) {
  return createPortal(
    <Dropdown
      open
      autoFocus
      trigger={['click']}
      placement="bottomLeft"
      menu={{
        items: entries.map(({ key, title, danger }) => ({ key, label: title, danger })),
        onClick: ({ key }) => {
          onClose()
          entries.find(one => one.key === key)?.run()
        },
      }}
      onOpenChange={(open, { source }) => !open && source === 'trigger' && onClose()}
    >
      <span key={`${at.left},${at.top}`} className="zg-head-place" style={{ ...at, width: 1 }} />
    </Dropdown>,
    document.body,
  )
}
