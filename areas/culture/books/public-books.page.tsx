/** 借书: the shelf as cards, found by words, kind or the bar code of a book in hand; one is opened beside it. */
import { Button, Checkbox, Empty, Input, Pagination, Tag } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Row } from '#platform/declare/wire.ts'
import { isbnOf } from '#platform/format/isbn.ts'
import { asText } from '#platform/format/text.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { useDebounced } from '#platform/web/values/use-debounced.ts'
import { usePage } from '#platform/web/page/page-context.ts'
import { ScanButton } from '#platform/web/widgets/barcode-scan.tsx'
import { clearable } from '#platform/web/widgets/clearable.tsx'
import { pageSteps } from '#platform/web/widgets/page-steps.tsx'
import { ReferenceSelect } from '#platform/web/values/reference-select.tsx'
import { BookCover } from './book-cover.tsx'
import { BookDrawer } from './book-drawer.tsx'
import { coverIn, shelfPageSize, useShelf, type ShelfAsk } from './use-books.tsx'
import './books.css'

const searchDelayMs = 500
/** number of the dictionary of kinds of books */
const bookKinds = '113'
const noAsk: ShelfAsk = { keyword: '', typeId: null, isFree: false, pageNum: 1 }

export default function PublicBooks() {
  const { menu } = usePage()
  const [search, setSearch] = useSearchParams()
  const [ask, setAsk] = useState(noAsk)
  const [typed, setTyped] = useState('')
  const { data, error, refetch } = useShelf(ask)
  const change = (more: Partial<ShelfAsk>): void => setAsk(before => ({ ...before, pageNum: 1, ...more }))
  const later = useDebounced((keyword: string) => change({ keyword: isbnOf(keyword) ?? keyword.trim() }), searchDelayMs)
  const find = (keyword: string): void => {
    setTyped(keyword)
    later.later(keyword)
  }
  const open = search.get('id')
  const show = (id: string | null): void => setSearch(id === null ? {} : { id }, { replace: true })
  const list = data?.list ?? []
  return (
    <div className="zg-books">
      <h1>{menu.meta.title}</h1>
      <ShelfBar {...{ ask, typed, find, change }} />
      {data === undefined ? (
        error === null ? (
          <RowsLoading />
        ) : (
          <RowsFailed error={error} onRetry={() => void refetch()} />
        )
      ) : list.length === 0 ? (
        <Empty
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description={ask === noAsk ? t('书架还是空的，管理员登记图书后就能借阅') : t('没有符合条件的图书，换个词试试')}
        >
          {ask !== noAsk && (
            <Button
              onClick={() => {
                setTyped('')
                setAsk(noAsk)
              }}
            >
              {t('查看全部图书')}
            </Button>
          )}
        </Empty>
      ) : (
        <ul className="zg-book-cards">
          {list.map(row => (
            <BookCard key={row.id} row={row} onOpen={() => show(row.id)} />
          ))}
        </ul>
      )}
      {data !== undefined && data.total > shelfPageSize && (
        <Pagination
          itemRender={pageSteps}
          current={ask.pageNum}
          pageSize={shelfPageSize}
          total={data.total}
          showSizeChanger={false}
          showTotal={count => t('共 {count} 本', { count })}
          onChange={pageNum => setAsk(before => ({ ...before, pageNum }))}
        />
      )}
      {open !== null && <BookDrawer id={open} onClose={() => show(null)} />}
    </div>
  )
}

interface ShelfBarProps {
  readonly ask: ShelfAsk
  readonly typed: string
  find(keyword: string): void
  change(more: Partial<ShelfAsk>): void
}

/** What is looked for. */
function ShelfBar({ ask, typed, find, change }: ShelfBarProps) {
  return (
    <div className="zg-books-bar">
      <Input.Search
        className="zg-books-search"
        value={typed}
        allowClear={clearable()}
        placeholder={t('书名、作者、出版社或 ISBN')}
        aria-label={t('查找图书')}
        onChange={event => find(event.target.value)}
      />
      <ScanButton onScan={find} />
      <ReferenceSelect
        className="zg-books-kind"
        target="dictionaryItem"
        where={{ dictionaryCode: bookKinds }}
        allowClear={clearable()}
        placeholder={t('全部分类')}
        aria-label={t('分类')}
        value={ask.typeId}
        onChange={([typeId]) => change({ typeId: typeId ?? null })}
      />
      <Checkbox checked={ask.isFree} onChange={event => change({ isFree: event.target.checked })}>
        {t('只看可借')}
      </Checkbox>
    </div>
  )
}

function BookCard({ row, onOpen }: { row: Row; onOpen: () => void }) {
  const free = Number(row['freeCount'])
  const waiting = Number(row['waitingCount'])
  const kind = row['typeIdLabel']
  const [title, author] = [asText(row['title']), asText(row['author'] ?? '')]
  return (
    <li>
      <button type="button" className="zg-book-card" onClick={onOpen}>
        <BookCover id={row.id} title={title} author={author} picture={coverIn(row)} />
        <span className="zg-book-title">{title}</span>
        <span className="zg-book-author">{author}</span>
        <span className="zg-book-tags">
          {free > 0 ? (
            <Tag color="success">{t('可借 {count} 本', { count: free })}</Tag>
          ) : waiting > 0 ? (
            <Tag color="warning">{t('{count} 人排队', { count: waiting })}</Tag>
          ) : (
            <Tag>{t('已借完')}</Tag>
          )}
          {typeof kind === 'string' && <span>{kind}</span>}
        </span>
      </button>
    </li>
  )
}
