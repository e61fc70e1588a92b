/** 我的借阅: what one has, waits for and has read; renewed, delayed, withdrawn and noted here. */
import { Button, Empty, Pagination, Segmented, Tag } from 'antd'
import { useState } from 'react'
import type { Row } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import { today } from '#platform/web/page/today.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { showInstant } from '#platform/web/values/value.ts'
import { usePage } from '#platform/web/page/page-context.ts'
import { useShell } from '#platform/web/page/shell-context.ts'
import { Asked } from '#platform/web/widgets/confirm.tsx'
import { pageSteps } from '#platform/web/widgets/page-steps.tsx'
import { BookCover } from './book-cover.tsx'
import { DelayDialog, NoteDialog } from './borrowing-dialogs.tsx'
import { stateNames, useMyBorrowing, useShelfWrite } from './use-books.tsx'
import './books.css'

type Shown = 'open' | 'ended'
const statesOf: Readonly<Record<Shown, readonly number[]>> = { open: [1, 2, 6], ended: [3, 4, 5, 7] }
const tones: Readonly<Record<number, string>> = { 1: 'warning', 2: 'processing', 3: 'success', 4: 'error', 6: 'processing', 7: 'error' }
const pageSize = 20

export default function MyBorrowing() {
  const { menu } = usePage()
  const { open } = useShell()
  const [shown, setShown] = useState<Shown>('open')
  const [pageNum, setPage] = useState(1)
  const [delaying, setDelaying] = useState<Row | null>(null)
  const [noting, setNoting] = useState<Row | null>(null)
  const { data, error, refetch } = useMyBorrowing(statesOf[shown], pageNum)
  const list = data?.list ?? []
  return (
    <div className="zg-books zg-books-narrow">
      <h1>{menu.meta.title}</h1>
      <div className="zg-books-bar">
        <Segmented<Shown>
          aria-label={t('显示')}
          value={shown}
          onChange={next => {
            setShown(next)
            setPage(1)
          }}
          options={[
            { value: 'open', label: t('进行中') },
            { value: 'ended', label: t('已结束') },
          ]}
        />
        <Button type="primary" onClick={() => open('/culture/publicBooks')}>
          {t('去借书')}
        </Button>
      </div>
      {data === undefined ? (
        error === null ? (
          <RowsLoading />
        ) : (
          <RowsFailed error={error} onRetry={() => void refetch()} />
        )
      ) : list.length === 0 ? (
        <Empty
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description={shown === 'open' ? t('手上没有借的书，去公共图书挑一本吧') : t('还书之后，读过的书会留在这里')}
        />
      ) : (
        <ul className="zg-loans">
          {list.map(row => (
            <Loan key={row.id} row={row} onDelay={() => setDelaying(row)} onNote={() => setNoting(row)} />
          ))}
        </ul>
      )}
      {data !== undefined && data.total > pageSize && (
        <Pagination
          itemRender={pageSteps}
          current={pageNum}
          pageSize={pageSize}
          total={data.total}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
      {delaying !== null && <DelayDialog row={delaying} onClose={() => setDelaying(null)} />}
      {noting !== null && <NoteDialog row={noting} onClose={() => setNoting(null)} />}
    </div>
  )
}

/** What is said of the loan in one line. */
function lineOf(row: Row): string {
  const instant = (field: string): string => showInstant(asText(row[field] ?? '')).slice(0, 16)
  switch (row['state']) {
    case 1:
      return row['heldUntil'] === null
        ? t('{at} 申请', { at: instant('appliedAt') })
        : t('为您保留至 {at}，请尽快取书', { at: instant('heldUntil') })
    case 2:
      return t('应还日期 {day}，已续借 {count} 次', { day: asText(row['dueOn']), count: asText(row['renewals']) })
    case 3:
      return t('{from} 借出，{to} 归还', { from: instant('lentAt').slice(0, 10), to: instant('returnedAt').slice(0, 10) })
    default:
      return t('{at} 申请', { at: instant('appliedAt') })
  }
}

function Loan({ row, onDelay, onNote }: { row: Row; onDelay: () => void; onNote: () => void }) {
  const write = useShelfWrite()
  const may = (row['may'] ?? []) as readonly string[]
  const state = Number(row['state'])
  const isLate = state === 2 && asText(row['dueOn']) < today()
  const title = asText(row['bookIdLabel'] ?? '')
  const note = asText(row['note'] ?? '')
  return (
    <li className="zg-loan">
      <BookCover id={asText(row['bookId'])} title={title} picture={(row['bookIdPicture'] as string | null | undefined) ?? null} />
      <div className="zg-loan-text">
        <div className="zg-loan-head">
          <strong>{title}</strong>
          <Tag color={tones[state] ?? 'default'}>{stateNames()[state]}</Tag>
          {isLate && <Tag color="error">{t('已逾期')}</Tag>}
        </div>
        <span>{lineOf(row)}</span>
        <small>{asText(row['no'])}</small>
        {note !== '' && <p>{note}</p>}
        <div className="zg-loan-buttons">
          {may.includes('renew') && !isLate && (
            <Asked
              loses={false}
              title={t('确定续借 14 天吗？')}
              onConfirm={() => void write('cultureBook/renewBook', { id: row.id, version: row.version }, () => t('已续借'))}
            >
              <Button size="small" type="primary">
                {t('续借')}
              </Button>
            </Asked>
          )}
          {state === 2 && (
            <Button size="small" onClick={onDelay}>
              {t('申请延期')}
            </Button>
          )}
          {(state === 2 || state === 3) && (
            <Button size="small" onClick={onNote}>
              {note === '' ? t('写读后感') : t('修改读后感')}
            </Button>
          )}
          {may.includes('withdraw') && (
            <Asked
              loses
              title={t('确定撤回这条申请吗？')}
              onConfirm={() => void write('cultureBook/withdrawalBorrowing', { id: row.id, version: row.version }, () => t('已撤回'))}
            >
              <Button size="small">{t('撤回')}</Button>
            </Asked>
          )}
        </div>
      </div>
    </li>
  )
}
