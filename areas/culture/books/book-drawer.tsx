/** One book of the shelf: what it is about, where it stands, what readers say; it is asked for here. */
import { Button, Descriptions, Empty, Input, Tag, Typography } from 'antd'
import { useState } from 'react'
import { asText } from '#platform/format/text.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { showInstant } from '#platform/web/values/value.ts'
import { TabDrawer } from '#platform/web/page/tab-modal.tsx'
import { useShell } from '#platform/web/page/shell-context.ts'
import type { Applied, BookView } from './answers.ts'
import { BookCover } from './book-cover.tsx'
import { coverIn, useBook, useShelfWrite } from './use-books.tsx'

const drawerWidth = 560

export function BookDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useBook(id)
  return (
    <TabDrawer open title={data === undefined ? t('图书') : asText(data['title'])} size={drawerWidth} onClose={onClose}>
      {data === undefined ? (
        error === null ? (
          <RowsLoading />
        ) : (
          <RowsFailed error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <Book book={data} />
      )}
    </TabDrawer>
  )
}

function Book({ book }: { book: BookView }) {
  const text = (field: string): string => asText(book[field] ?? '')
  const facts: readonly (readonly [string, string])[] = [
    [t('作者'), text('author')],
    [t('出版社'), text('publisher')],
    ['ISBN', text('isbn')],
    [t('分类'), text('typeIdLabel')],
    [t('存放位置'), text('place')],
  ]
  return (
    <div className="zg-book">
      <div className="zg-book-head">
        <BookCover id={book.id} title={text('title')} author={text('author')} picture={coverIn(book)} />
        <div>
          <Descriptions
            column={1}
            size="small"
            items={facts.filter(([, value]) => value !== '').map(([label, children]) => ({ key: label, label, children }))}
          />
          <p className="zg-book-counts">
            {t('共 {all} 册，可借 {free} 册，排队 {waiting} 人，累计借阅 {times} 次', {
              all: text('copyCount'),
              free: text('freeCount'),
              waiting: text('waitingCount'),
              times: text('borrowedTimes'),
            })}
          </p>
        </div>
      </div>
      <ApplyPart book={book} />
      {text('intro') !== '' && (
        <>
          <Typography.Title level={5}>{t('内容简介')}</Typography.Title>
          <p className="zg-book-intro">{text('intro')}</p>
        </>
      )}
      <Typography.Title level={5}>{t('读后感')}</Typography.Title>
      {book.notes.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('还没有人写读后感，借阅后在我的借阅里写下第一条')} />
      ) : (
        <ul className="zg-book-notes">
          {book.notes.map(({ id, name, note, at }) => (
            <li key={id}>
              <strong>{name}</strong> <time dateTime={at}>{showInstant(at).slice(0, 10)}</time>
              <p>{note}</p>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const mineTexts: Readonly<Record<number, (ahead: number) => string>> = {
  1: () => t('已提交申请，等管理员交书'),
  2: () => t('这本书在您手里'),
  6: ahead => t('排队中，前面还有 {count} 人', { count: ahead }),
}

/** Asking for the book, or how one's own request stands. */
function ApplyPart({ book }: { book: BookView }) {
  const { open } = useShell()
  const write = useShelfWrite()
  const [note, setNote] = useState('')
  const [isBusy, setBusy] = useState(false)
  const { mine } = book
  if (mine !== null)
    return (
      <p className="zg-book-mine">
        <Tag color="processing">{mineTexts[mine.state]?.(mine.ahead)}</Tag>
        <Button type="link" onClick={() => open('/culture/myBorrowing')}>
          {t('查看我的借阅')}
        </Button>
      </p>
    )
  const isFree = Number(book['freeCount']) > 0
  const apply = async (): Promise<void> => {
    setBusy(true)
    await write<Applied>(
      'cultureBook/applyForBorrowing',
      { bookId: book.id, ...(note.trim() === '' ? {} : { note: note.trim() }) },
      answer => (answer.state === 6 ? t('已进入排队，前面还有 {count} 人', { count: answer.ahead }) : t('已提交借阅申请，请找管理员取书')),
    )
    setBusy(false)
  }
  return (
    <div className="zg-book-apply">
      <Input
        value={note}
        maxLength={200}
        placeholder={t('给管理员的说明（选填）')}
        aria-label={t('申请说明')}
        onChange={event => setNote(event.target.value)}
      />
      <Button type="primary" loading={isBusy} disabled={Number(book['copyCount']) === 0} onClick={() => void apply()}>
        {isFree ? t('申请借阅') : t('排队等书')}
      </Button>
    </div>
  )
}
