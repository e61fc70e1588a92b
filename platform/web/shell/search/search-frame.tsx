/**
 * The dialog of the search, our own and not antd's: it must take the first letter typed after Ctrl-K. Antd's dialog is a part of the
 * program that is still to come then, and shows its fields only after its first frame.
 */
import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { t } from '../../i18n/t.ts'
import { tokenClass } from '../../theme/tokens.ts'

interface SearchFrameProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

const stops = (frame: HTMLElement): HTMLElement[] => [...frame.querySelectorAll<HTMLElement>('input, button:not(:disabled)')]

/** Focus in the first field now, back where it came from in the end; dialogs of antd that stand below don't take it. */
function useOwnFocus() {
  const frame = useRef<HTMLDivElement>(null)
  const [cameFrom] = useState(() => document.activeElement)
  useLayoutEffect(() => {
    // antd's dialogs listen at the window and fetch the focus back
    const keep = (event: FocusEvent): void => {
      if (event.target instanceof Node && frame.current?.contains(event.target) === true) event.stopPropagation()
    }
    document.addEventListener('focusin', keep)
    frame.current?.querySelector('input')?.focus()
    return () => {
      document.removeEventListener('focusin', keep)
      if (cameFrom instanceof HTMLElement) cameFrom.focus({ preventScroll: true })
    }
  }, [cameFrom])
  return frame
}

export function SearchFrame({ title, onClose, children }: SearchFrameProps) {
  const frame = useOwnFocus()
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    // only the topmost layer gets it
    if (event.key === 'Escape') {
      event.stopPropagation()
      onClose()
    }
    if (event.key !== 'Tab' || frame.current === null) return
    const all = stops(frame.current)
    const [first, last] = [all[0], all.at(-1)]
    const isLeaving = document.activeElement === (event.shiftKey ? first : last)
    if (!isLeaving) return
    event.preventDefault()
    ;(event.shiftKey ? last : first)?.focus()
  }
  return createPortal(
    <div className={`zg-page-search ${tokenClass}`} onClick={event => event.target === event.currentTarget && onClose()}>
      <div ref={frame} className="zg-page-search-frame" role="dialog" aria-modal aria-label={title} onKeyDown={onKeyDown}>
        <div className="zg-page-search-head">
          <strong aria-hidden>{title}</strong>
          <Button type="text" icon={<CloseOutlined aria-hidden />} aria-label={t('关闭')} onClick={onClose} />
        </div>
        {children}
      </div>
    </div>,
    document.body,
  )
}
