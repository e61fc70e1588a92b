/** The search over pages, actions and records: what was opened last, favourites and recent pages before anything is typed. */
import { StarFilled, StarOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useEffect, useEffectEvent, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { searchMax } from '#platform/format/found-at.ts'
import { t } from '../../i18n/t.ts'
import { useFavourites, useStar } from '../../home/common-menu.ts'
import { useShell } from '../../page/shell-context.ts'
import { clearableText } from '../../widgets/clearable.tsx'
import { useActions } from './find-actions.ts'
import { findPages, pagesOf, recentFirst, type FoundPage, type Matcher } from '../../page/find-pages.ts'
import { isTooLong, useFoundRecords } from './find-records.ts'
import { Marked } from './marked.tsx'
import { SearchFrame } from './search-frame.tsx'
import { useMatcher } from './use-matcher.ts'
import { useNoteOpened, useRecentFound, useRecentPages } from './use-recent.ts'

const recordsMax = 5
const actionsMax = 8

/** What the query finds; what was opened last, favourites and recent pages where nothing is typed. */
function useFound(query: string, match: Matcher, favourites: readonly string[]) {
  const { modules } = useShell()
  const actions = useActions()
  const recent = useRecentFound()
  const recentPages = useRecentPages()
  const pages = useMemo(() => pagesOf(modules), [modules])
  const found = useMemo(() => {
    if (query.trim() !== '') return recentFirst(findPages(pages, query, match), recentPages)
    return [...new Set([...favourites, ...recentPages])].flatMap(id => pages.find(page => page.menuId === id) ?? [])
  }, [pages, query, match, favourites, recentPages])
  const ids = recent.map(one => one.menuId)
  return query.trim() === ''
    ? { pages: found, first: recent.slice(0, recordsMax), actions: [], ids }
    : { pages: found, first: [], actions: recentFirst(findPages(actions, query, match), ids).slice(0, actionsMax), ids }
}

/** Puts a page among the favourites, or takes it out. */
interface RowProps {
  readonly page: FoundPage
  readonly id: string
  readonly isActive: boolean
  readonly isFavourite: boolean
  readonly onGo: () => void
  /** null: a record or an action, which is no favourite */
  readonly onStar: (() => void) | null
}

function Row({ page, id, isActive, isFavourite, onGo, onStar }: RowProps) {
  const { profile } = useShell()
  const star = isFavourite ? t('取消收藏{title}', { title: page.title }) : t('收藏{title}', { title: page.title })
  return (
    <li className="zg-found" data-active={isActive || undefined}>
      <button type="button" id={id} onClick={onGo}>
        <bdi>
          <Marked text={page.title} {...(page.hits === undefined ? {} : { hits: page.hits })} />
        </bdi>
        <span>
          {page.isFormer === true && profile.saysFormer === true
            ? t('原“{title}” · {place}', { title: page.formerly ?? '', place: page.module })
            : page.module}
        </span>
      </button>
      {onStar !== null && (
        <Button
          type="text"
          icon={isFavourite ? <StarFilled aria-hidden /> : <StarOutlined aria-hidden />}
          aria-label={star}
          title={star}
          onClick={onStar}
        />
      )}
    </li>
  )
}

/** Pages, what can be done, then records. `isDone`: nothing comes any more that Enter could mean. */
function useAllFound(query: string, favourites: readonly string[]) {
  const { match, isWhole } = useMatcher()
  const { pages, first, actions, ids } = useFound(query, match, favourites)
  const { records, isWaiting, retry } = useFoundRecords(query)
  return {
    found: [...first, ...pages, ...actions, ...recentFirst(records, ids)],
    /** what can be a favourite */
    pages: new Set(pages.flatMap(page => (page.isSubject === true ? [] : [page.menuId]))),
    isWaiting,
    retry,
    // pages and actions stand first: whoever means one need not wait for records
    isDone: isWhole && (pages.length + actions.length > 0 || !isWaiting),
  }
}

interface NoticesProps {
  readonly query: string
  readonly isEmpty: boolean
  readonly isWaiting: boolean
  readonly retry: (() => void) | null
}

/** What stands below the results or in their place: more is coming, it went wrong, there is nothing. */
function Notices({ query, isEmpty, isWaiting, retry }: NoticesProps) {
  if (isWaiting) return <li className="zg-found-none">{t('正在查找记录…')}</li>
  if (retry !== null)
    return (
      <li className="zg-found-none" role="alert">
        {t('没有查到记录：请求失败')}
        <Button type="link" onClick={retry}>
          {t('重试')}
        </Button>
      </li>
    )
  if (!isEmpty) return null
  const nothing =
    query.trim() === ''
      ? t('输入中文、拼音或首字母查找页面，输入名称、单号或 SKU 查找记录')
      : isTooLong(query)
        ? t('搜索内容最多 {max} 个字，现有 {count} 个', { max: searchMax, count: [...query.trim()].length })
        : t('没有找到页面或记录，换个词试试')
  return <li className="zg-found-none">{nothing}</li>
}

/** Mount it to open it. */
export function PageSearch({ onClose }: { onClose: () => void }) {
  const { open: go } = useShell()
  const favourites = useFavourites()
  const star = useStar()
  const note = useNoteOpened()
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  /** Enter was pressed before pinyin could be matched */
  const isEntered = useRef(false)
  const listId = useId()
  const { found, pages, isDone, isWaiting, retry } = useAllFound(query, favourites)
  const active = Math.min(at, found.length - 1)

  const leave = (page: FoundPage | undefined): void => {
    if (page === undefined) return
    onClose()
    note(page)
    if (page.act === undefined) go(page.url)
    else page.act()
  }
  const goOn = useEffectEvent(() => isEntered.current && leave(found[active]))
  useEffect(() => {
    if (isDone) goOn()
  }, [isDone])
  const onKey = (event: KeyboardEvent): void => {
    // while Chinese is being composed the keys belong to the input method
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && found.length > 0) {
      event.preventDefault()
      setAt((active + step + found.length) % found.length)
    }
    if (event.key !== 'Enter') return
    if (isDone) leave(found[active])
    else isEntered.current = true
  }
  return (
    <SearchFrame title={t('搜索页面和记录')} onClose={onClose}>
      <Input
        allowClear={clearableText()}
        value={query}
        placeholder={t('搜索页面、单号、SKU、人员和操作')}
        aria-label={t('搜索页面和记录')}
        aria-controls={listId}
        aria-describedby={found.length > 0 ? `${listId}-${active}` : undefined}
        onChange={event => {
          setQuery(event.target.value)
          setAt(0)
          isEntered.current = false
        }}
        onKeyDown={onKey}
      />
      <ul id={listId} className="zg-found-list">
        {found.map((page, index) => (
          <Row
            key={page.menuId}
            page={page}
            id={`${listId}-${index}`}
            isActive={index === active}
            isFavourite={favourites.includes(page.menuId)}
            onGo={() => leave(page)}
            onStar={pages.has(page.menuId) ? () => star(page.menuId) : null}
          />
        ))}
        <Notices query={query} isEmpty={found.length === 0 && isDone} isWaiting={isWaiting} retry={retry} />
      </ul>
    </SearchFrame>
  )
}
