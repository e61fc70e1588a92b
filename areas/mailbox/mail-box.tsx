/** A box of the mailbox: its mails at the left, the one that is read at the right; on a phone the list alone, and each mail a page. */
import { Button, Checkbox, Empty, Input, Pagination, Segmented, Select } from 'antd'
import { PaperClipOutlined } from '@ant-design/icons'
import { useState, type ReactNode } from 'react'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { useDebounced } from '#platform/web/values/use-debounced.ts'
import { showAt } from './show-at.tsx'
import { useIsMobile } from '#platform/web/page/use-is-mobile.ts'
import { usePage } from '#platform/web/page/page-context.ts'
import { useShell } from '#platform/web/page/shell-context.ts'
import { Asked } from '#platform/web/widgets/confirm.tsx'
import { clearable } from '#platform/web/widgets/clearable.tsx'
import { pageSteps } from '#platform/web/widgets/page-steps.tsx'
import type { MailRow } from './answers.ts'
import { MailPane } from './mail-pane.tsx'
import {
  addressOf,
  boxAddress,
  boxNames,
  draftAddress,
  halfOf,
  kindNames,
  mailPageSize,
  stateNames,
  useBox,
  useMailWrite,
  type Box,
  type BoxFilter,
  type Half,
  type Side,
} from './use-mail.tsx'
import './mailbox.css'

const searchDelayMs = 500
const noFilter: BoxFilter = { keyword: '', kind: null, isUnread: false, pageNum: 1 }

interface MailBoxProps {
  readonly side: Side
  readonly box: Box
  /** above the list: notices, a button to write */
  readonly head?: ReactNode
  /** what is said of an empty box */
  readonly empty: string
}

export function MailBox({ side, box, head, empty }: MailBoxProps) {
  const { menu } = usePage()
  const { open } = useShell()
  const isMobile = useIsMobile()
  const [half, setHalf] = useState<Half>('inbox')
  const [filter, setFilter] = useState(noFilter)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [shown, setShown] = useState<string | null>(null)
  const at = { side, box, half }
  const { data, error, refetch } = useBox(at, filter)
  const isInbox = halfOf(at) === 'inbox'
  const opened = isInbox ? 'received' : 'written'
  const change = (more: Partial<BoxFilter>): void => {
    setFilter(before => ({ ...before, pageNum: 1, ...more }))
    setChosen([])
  }
  const list = data?.list ?? []
  const show = (id: string): void => {
    if (box === 3) open(draftAddress(side, id))
    else if (isMobile) open(addressOf(side, opened, id))
    else setShown(id)
  }
  return (
    <div className="zg-mailbox">
      <h1>{menu.meta.title}</h1>
      {head}
      <Bar
        {...{ side, box, half, filter, change }}
        onHalf={next => {
          setHalf(next)
          setShown(null)
          change({})
        }}
      />
      <div className="zg-mailbox-panes" data-reading={shown !== null || undefined}>
        <div className="zg-mailbox-list">
          {list.length > 0 && <Several {...{ side, box, half: halfOf(at), list, chosen, setChosen }} onDone={() => setShown(null)} />}
          {data === undefined ? (
            error === null ? (
              <RowsLoading />
            ) : (
              <RowsFailed error={error} onRetry={() => void refetch()} />
            )
          ) : list.length === 0 ? (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={filter === noFilter ? empty : t('没有符合条件的信件')} />
          ) : (
            <Lines {...{ list, side, isInbox, shown, chosen, setChosen, show }} />
          )}
          <Pages total={data?.total ?? 0} pageNum={filter.pageNum} onTurn={pageNum => setFilter(before => ({ ...before, pageNum }))} />
        </div>
        {!isMobile && (
          <div className="zg-mailbox-pane">
            {shown === null ? (
              <p className="zg-mailbox-none">{t('从左边选一封信来读')}</p>
            ) : (
              <MailPane key={`${opened} ${shown}`} side={side} opened={opened} id={shown} onGone={() => setShown(null)} />
            )}
          </div>
        )}
      </div>
    </div>
  )
}

const Pages = ({ total, pageNum, onTurn }: { total: number; pageNum: number; onTurn: (pageNum: number) => void }) =>
  total > mailPageSize && (
    <Pagination
      itemRender={pageSteps}
      size="small"
      current={pageNum}
      pageSize={mailPageSize}
      total={total}
      showSizeChanger={false}
      onChange={onTurn}
    />
  )

interface LinesProps {
  readonly list: readonly MailRow[]
  readonly side: Side
  readonly isInbox: boolean
  readonly shown: string | null
  readonly chosen: readonly string[]
  setChosen(change: (before: readonly string[]) => readonly string[]): void
  show(id: string): void
}

const Lines = ({ list, side, isInbox, shown, chosen, setChosen, show }: LinesProps) => (
  <ul className="zg-mail-rows">
    {list.map(row => (
      <MailLine
        key={row.id}
        row={row}
        side={side}
        isInbox={isInbox}
        isOpen={row.id === shown}
        isChosen={chosen.includes(row.id)}
        onChoose={is => setChosen(before => (is ? [...before, row.id] : before.filter(id => id !== row.id)))}
        onOpen={() => show(row.id)}
      />
    ))}
  </ul>
)

interface BarProps {
  readonly side: Side
  readonly box: Box
  readonly half: Half
  readonly filter: BoxFilter
  change(more: Partial<BoxFilter>): void
  onHalf(half: Half): void
}

/** Which box, and what is looked for in it. */
function Bar({ side, box, half, filter, change, onHalf }: BarProps) {
  const { open } = useShell()
  const names = boxNames(side)
  const isInbox = halfOf({ side, box, half }) === 'inbox'
  const later = useDebounced((text: string) => change({ keyword: text.trim() }), searchDelayMs)
  return (
    <div className="zg-mailbox-bar">
      <Segmented<Box>
        aria-label={t('信箱')}
        value={box}
        onChange={next => open(boxAddress(side, next))}
        options={([1, 2, 3, 4] as const).map(value => ({ value, label: names[value] }))}
      />
      {box === 4 && (
        <Segmented<Half>
          aria-label={t('显示')}
          value={half}
          onChange={onHalf}
          options={[
            { value: 'inbox', label: t('收到的') },
            { value: 'sent', label: t('写出的') },
          ]}
        />
      )}
      <Input.Search
        className="zg-mailbox-search"
        allowClear={clearable()}
        placeholder={t('按主题或内容查找')}
        aria-label={t('按主题或内容查找')}
        onChange={event => later.later(event.target.value)}
      />
      {side === 'manager' && isInbox && (
        <Select
          className="zg-mailbox-kind"
          allowClear={clearable()}
          placeholder={t('全部类型')}
          aria-label={t('类型')}
          value={filter.kind}
          options={Object.entries(kindNames()).map(([value, label]) => ({ value: Number(value), label }))}
          onChange={kind => change({ kind: kind ?? null })}
        />
      )}
      {isInbox && box === 1 && (
        <Checkbox checked={filter.isUnread} onChange={event => change({ isUnread: event.target.checked })}>
          {t('只看未读')}
        </Checkbox>
      )}
    </div>
  )
}

interface SeveralProps {
  readonly side: Side
  readonly box: Box
  readonly half: Half
  readonly list: readonly MailRow[]
  readonly chosen: readonly string[]
  setChosen(ids: readonly string[]): void
  onDone(): void
}

/** What is done with several at once. */
function Several({ side, box, half, list, chosen, setChosen, onDone }: SeveralProps) {
  const write = useMailWrite(side)
  const all = list.map(row => row.id)
  const run = async (path: string, body: object, done: string): Promise<void> => {
    if ((await write('POST', path, body, done)) === null) return
    setChosen([])
    onDone()
  }
  const ids = { ids: chosen }
  const none = chosen.length === 0
  return (
    <div className="zg-mailbox-several">
      <Checkbox
        aria-label={t('全选')}
        checked={chosen.length === all.length}
        indeterminate={!none && chosen.length < all.length}
        onChange={event => setChosen(event.target.checked ? all : [])}
      />
      {box === 1 && (
        <Button
          size="small"
          disabled={none}
          onClick={() => void run(side === 'emp' ? 'empBatchRead' : 'managerBatchRead', ids, t('已标为已读'))}
        >
          {t('标为已读')}
        </Button>
      )}
      {box === 1 && side === 'manager' && (
        <Button size="small" onClick={() => void run('managerAllRead', {}, t('全部已读'))}>
          {t('全部已读')}
        </Button>
      )}
      {box === 4 ? (
        <>
          <Button size="small" disabled={none} onClick={() => void run('restore', { ...ids, box: half }, t('已恢复'))}>
            {t('恢复')}
          </Button>
          <Asked
            loses
            disabled={none}
            title={t('彻底删除选中的 {count} 封信？删除后不能恢复', { count: chosen.length })}
            onConfirm={() => void run('batchRemove', { ...ids, box: half }, t('已彻底删除'))}
          >
            <Button size="small" danger disabled={none}>
              {t('彻底删除')}
            </Button>
          </Asked>
        </>
      ) : (
        <Button
          size="small"
          disabled={none}
          onClick={() => void run(half === 'inbox' ? 'inboxsBatchDelete' : 'contributorsBatchDelete', ids, t('已删除，30 天内可恢复'))}
        >
          {t('删除')}
        </Button>
      )}
      {!none && <span>{t('已选 {count} 封', { count: chosen.length })}</span>}
    </div>
  )
}

interface MailLineProps {
  readonly row: MailRow
  readonly side: Side
  readonly isInbox: boolean
  readonly isOpen: boolean
  readonly isChosen: boolean
  onChoose(is: boolean): void
  onOpen(): void
}

function MailLine({ row, side, isInbox, isOpen, isChosen, onChoose, onOpen }: MailLineProps) {
  const subject = row.subject === '' ? t('（无主题）') : row.subject
  const from = side === 'manager' && isInbox && row.isAnonymous ? t('匿名同事') : side === 'emp' && isInbox ? t('总经理') : row.from
  const state = isInbox ? (row.isReplied ? t('已回复') : '') : (stateNames()[row.state] ?? '')
  return (
    <li className="zg-mail-row" data-unread={(isInbox && !row.isRead) || undefined} data-open={isOpen || undefined}>
      <Checkbox checked={isChosen} aria-label={t('选择“{subject}”', { subject })} onChange={event => onChoose(event.target.checked)} />
      <button type="button" onClick={onOpen}>
        <span className="zg-mail-row-head">
          <strong>{from === '' ? subject : from}</strong>
          <time dateTime={row.at}>{showAt(row.at).slice(5)}</time>
        </span>
        {from !== '' && <span className="zg-mail-row-subject">{subject}</span>}
        <span className="zg-mail-row-text">{row.excerpt}</span>
        <span className="zg-mail-row-foot">
          {isInbox && !row.isRead && <em>{t('未读')}</em>}
          {row.kind !== null && <span>{kindNames()[row.kind]}</span>}
          {state !== '' && <span>{state}</span>}
          {!isInbox && row.isAnonymous && <span>{t('匿名')}</span>}
          {row.hasFiles && <PaperClipOutlined aria-label={t('有附件')} />}
        </span>
      </button>
    </li>
  )
}
