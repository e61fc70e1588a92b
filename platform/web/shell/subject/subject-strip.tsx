/** The tabs of a subject above its page, the switches of the page in front, and what is set up behind the gear. */
import { EllipsisOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { Suspense, lazy, useEffect, useEffectEvent, useRef, useState, type MouseEvent, type RefObject } from 'react'
import { t } from '../../i18n/t.ts'
import { useIsMobile } from '../../page/use-is-mobile.ts'
import { chosenIn, keepChosen } from '../../home/chosen-values.ts'
import type { PageRoute } from '../../page/page-route.ts'
import { alongShops, keepShops, shopsAt } from '../menu/subject-shops.ts'
import { pageOfTab, subjectView, switchesOf, tabWith, type SubjectTab } from '../../page/subjects.ts'
import { withReload } from '../../page/chunk-load.ts'
import { useIsShown } from '../../page/page-context.ts'
import { personKey, type MenuNode } from '../../page/profile.ts'
import { useShell } from '../../page/shell-context.ts'
import { SubjectGear } from './subject-gear.tsx'
import './subject.css'

const SubjectSwitch = lazy(withReload(() => import('./subject-switch.tsx')))
const ShopsChip = lazy(withReload(() => import('./shops-chip.tsx')))

/** A link that the shell follows itself; with a key for another window it stays the browser's. */
const followed = (go: () => void) => (event: MouseEvent) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  go()
}

/** The subject whose strip had the focus when a tab was chosen: the strip of the page that comes takes it on. */
let focusIn: string | null = null
const noteFocus = (id: string): void => {
  focusIn = document.activeElement?.closest('.zg-subject-tabs') ? id : null
}
function takesFocus(id: string): boolean {
  const takes = focusIn === id
  focusIn = null
  return takes
}

/** The marked tab stands in sight, and has the focus where the tab before had it. */
function useMarked(id: string, isShown: boolean) {
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isShown) return
    const marked = row.current?.querySelector<HTMLElement>('[aria-current]')
    marked?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
    if (takesFocus(id)) marked?.focus()
  }, [id, isShown])
  return row
}

/** Alt with a digit: the tabs in their order, 0 what stands behind the gear. */
function useDigits(isShown: boolean, go: (digit: number) => void): void {
  const hear = useEffectEvent((event: KeyboardEvent): void => {
    const digit = /^Digit([0-8])$/.exec(event.code)?.[1]
    if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || digit === undefined) return
    event.preventDefault()
    go(Number(digit))
  })
  useEffect(() => {
    if (!isShown) return
    const onKey = (event: KeyboardEvent): void => hear(event)
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isShown])
}

/** Which tabs do not fit the row; a phone scrolls them sideways. */
function useHiddenTabs(row: RefObject<HTMLElement | null>, tabs: readonly SubjectTab[]): readonly SubjectTab[] {
  const isMobile = useIsMobile()
  const [fitting, setFitting] = useState(tabs.length)
  useEffect(() => {
    const element = row.current
    if (element === null || isMobile) return
    const measure = (): void => {
      const links = [...element.querySelectorAll<HTMLElement>('a')]
      setFitting(links.filter(link => link.offsetLeft + link.offsetWidth <= element.clientWidth + 1).length)
    }
    const watcher = new ResizeObserver(measure)
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [row, isMobile, tabs])
  return isMobile ? [] : tabs.slice(fitting)
}

interface MoreProps {
  readonly tabs: readonly SubjectTab[]
  readonly own: SubjectTab | undefined
  readonly onGo: (tab: SubjectTab) => void
}

function MoreTabs({ tabs, own, onGo }: MoreProps) {
  const inFront = tabs.find(tab => tab === own)
  return (
    <Dropdown
      trigger={['click']}
      autoFocus
      menu={{
        items: tabs.map(tab => ({ key: tab.key, label: tab.title })),
        selectable: true,
        selectedKeys: inFront === undefined ? [] : [inFront.key],
        onClick({ key }) {
          const tab = tabs.find(one => one.key === key)
          if (tab !== undefined) onGo(tab)
        },
      }}
    >
      <Button type="text" icon={<EllipsisOutlined aria-hidden />} aria-label={t('更多标签')}>
        {inFront?.title}
      </Button>
    </Dropdown>
  )
}

interface StripProps {
  readonly subject: MenuNode
  readonly route: PageRoute
  /** of the page, hidden or shown */
  readonly url: string
}

const searchOf = (url: string): string => url.split('?', 2)[1] ?? ''
/** A list tells its filters itself. */
const isReport = ({ component }: MenuNode): boolean => component?.startsWith('report/') === true

export default function SubjectStrip({ subject, route, url }: StripProps) {
  const { profile, open } = useShell()
  const view = subjectView(subject)
  const front = route.menu
  const person = personKey(profile)
  const isShown = useIsShown()
  const row = useMarked(view.id, isShown)
  const hidden = useHiddenTabs(row, view.tabs)
  const own = tabWith([...view.tabs, ...view.gear], front)
  useEffect(() => {
    const values = front.meta.value ?? []
    if (isShown && own !== undefined) keepChosen(person, view.id, Object.fromEntries(own.axes.map((axis, at) => [axis, values[at] ?? ''])))
  }, [isShown, own, front, person, view.id])
  const search = searchOf(url)
  useEffect(() => {
    if (isShown) keepShops(person, view.id, front, search)
  }, [isShown, front, person, search, view.id])
  const shops = front.meta.shops !== undefined && isReport(front) ? shopsAt(search, front.meta.shops) : null
  const goTo = (to: MenuNode): void => open(to.path, alongShops(person, view.id, to))
  const pageOf = (tab: SubjectTab): MenuNode | undefined => (tab === own ? front : pageOfTab(tab, chosenIn(person, view.id)))
  const go = (tab: SubjectTab): void => {
    const to = pageOf(tab)
    if (to === undefined) return
    noteFocus(view.id)
    goTo(to)
  }
  const [isGearOpen, setGearOpen] = useState(false)
  useDigits(isShown, digit => {
    const tab = view.tabs[digit - 1]
    if (digit === 0) setGearOpen(view.gear.length > 0)
    else if (tab !== undefined) go(tab)
  })
  const switches = own === undefined ? [] : switchesOf(own, front)
  return (
    <div className="zg-subject-strip">
      <nav ref={row} className="zg-subject-tabs" aria-label={t('{title}的页面', { title: view.title })}>
        {view.tabs.map(tab => (
          <a
            key={tab.key}
            href={pageOf(tab)?.path}
            {...(profile.saysFormer === true && tab.formerly !== undefined ? { title: t('原“{title}”', { title: tab.formerly }) } : {})}
            {...(tab === own ? { 'aria-current': 'page' as const } : {})}
            onClick={followed(() => go(tab))}
          >
            {tab.title}
          </a>
        ))}
      </nav>
      {hidden.length > 0 && <MoreTabs tabs={hidden} own={own} onGo={go} />}
      {shops !== null && (
        <Suspense fallback={null}>
          <ShopsChip shops={shops} url={url} filter={front.meta.shops ?? ''} />
        </Suspense>
      )}
      {switches.length > 0 && (
        <Suspense fallback={null}>
          <SubjectSwitch switches={switches} onGo={goTo} />
        </Suspense>
      )}
      {view.gear.length > 0 && <SubjectGear view={view} front={front} pageOf={pageOf} onGo={go} open={isGearOpen} onOpen={setGearOpen} />}
    </div>
  )
}
