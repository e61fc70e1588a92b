/**
 * Notices in passing: one at a time, from the top right below the bar, where it covers no control; it moves away from focus and pointer,
 * unless somebody is about to press what it offers.
 */
import { CheckCircleFilled, CloseCircleFilled, CloseOutlined, ExclamationCircleFilled, InfoCircleFilled } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { t } from '../i18n/t.ts'
import { freePlace, type Box } from './free-place.ts'
import { notices, type Notice, type NoticeTone } from './notice-store.ts'
import './notices.css'

const signs: Readonly<Record<NoticeTone, ReactNode>> = {
  success: <CheckCircleFilled aria-hidden />,
  warning: <ExclamationCircleFilled aria-hidden />,
  error: <CloseCircleFilled aria-hidden />,
  info: <InfoCircleFilled aria-hidden />,
}
/** some are wider than the element that takes the key */
const controls =
  'button, a[href], input, textarea, select, [role="button"], [role="tab"], [role="checkbox"], [role="combobox"], [role="menuitem"], ' +
  '.ant-segmented-item, .ant-select, .ant-picker'
const kept = '.ant-pagination, .zg-list-footer, .zg-totals, .zg-report-foot, .zg-card-totals, .zg-unread-bar'
/** what the page may become beneath it is looked at this often */
const lookMs = 400
const pointerRoom = 16

const isSeen = ({ left, top, right, bottom }: Box): boolean =>
  right > left && bottom > top && right > 0 && bottom > 0 && left < window.innerWidth && top < window.innerHeight

function boxesOf(own: Element, selector: string): Box[] {
  const dialogs = [...document.querySelectorAll('[role="dialog"]')].filter(one => isSeen(one.getBoundingClientRect()))
  const roots: readonly ParentNode[] = dialogs.length > 0 ? dialogs : [document]
  return roots
    .flatMap(root => [...root.querySelectorAll(selector)])
    .filter(one => !own.contains(one))
    .map(one => one.getBoundingClientRect())
    .filter(isSeen)
}

function place(own: HTMLElement, pointer: { x: number; y: number } | null): void {
  const { width, height } = own.getBoundingClientRect()
  const focused = document.activeElement
  const held = focused !== null && focused !== document.body && !own.contains(focused) ? [focused.getBoundingClientRect()] : []
  const near =
    pointer === null
      ? []
      : [{ left: pointer.x - pointerRoom, right: pointer.x + pointerRoom, top: pointer.y - pointerRoom, bottom: pointer.y + pointerRoom }]
  const at = freePlace({
    window: { width: window.innerWidth, height: window.innerHeight },
    size: { width, height },
    top: (document.querySelector('.zg-top')?.getBoundingClientRect().bottom ?? 0) + 8,
    controls: boxesOf(own, controls),
    // what holds all of the page is no place to keep off
    kept: [...boxesOf(own, kept), ...held.filter(one => one.height < window.innerHeight / 3), ...near],
  })
  own.style.left = `${at.left}px`
  own.style.top = `${at.top}px`
}

export function Notices() {
  const list = useSyncExternalStore(notices.subscribe, notices.get)
  const [one] = list
  return one === undefined ? null : <Shown key={`${one.key} ${list.length}`} notice={one} others={list.length - 1} />
}

function Shown({ notice, others }: { readonly notice: Notice; readonly others: number }) {
  const own = useRef<HTMLDivElement>(null)
  const pointer = useRef<{ x: number; y: number } | null>(null)
  const [isHeld, setHeld] = useState(false)
  const { key, tone, text, detail, act, seconds } = notice
  const look = useEffectEvent((): void => {
    if (own.current !== null && !isHeld) place(own.current, pointer.current)
  })
  useLayoutEffect(() => look(), [])
  useEffect(() => {
    const moved = (event: PointerEvent): void => {
      pointer.current = { x: event.clientX, y: event.clientY }
    }
    const soon = (): void => look()
    const timer = setInterval(soon, lookMs)
    document.addEventListener('pointermove', moved, { passive: true })
    for (const name of ['focusin', 'scroll', 'resize']) window.addEventListener(name, soon, { capture: true, passive: true })
    return () => {
      clearInterval(timer)
      document.removeEventListener('pointermove', moved)
      for (const name of ['focusin', 'scroll', 'resize']) window.removeEventListener(name, soon, { capture: true })
    }
  }, [])
  useEffect(() => {
    if (isHeld) return undefined
    const timer = setTimeout(() => notices.close(key), seconds * 1000)
    return () => clearTimeout(timer)
  }, [key, seconds, isHeld])
  return (
    <div
      ref={own}
      className="zg-passing-notice"
      data-tone={tone}
      role="alert"
      onPointerEnter={event => {
        pointer.current = { x: event.clientX, y: event.clientY }
        if (act === undefined) place(event.currentTarget, pointer.current)
        else setHeld(true)
      }}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {signs[tone]}
      <span className="zg-passing-words" title={detail === undefined ? text : `${text}\n${detail}`}>
        {text}
        {detail !== undefined && <small>{detail}</small>}
      </span>
      {act !== undefined && (
        <Button
          type="link"
          size="small"
          onClick={() => {
            notices.close(key)
            act.run()
          }}
        >
          {act.label}
        </Button>
      )}
      {others > 0 && <span className="zg-passing-others">+{others}</span>}
      <Button type="text" size="small" icon={<CloseOutlined aria-hidden />} aria-label={t('关闭')} onClick={() => notices.close(key)} />
    </div>
  )
}
