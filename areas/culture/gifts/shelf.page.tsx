/** 礼品商城: gifts on the shelf, what one can have of them, and one's own exchanges. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Empty, Segmented } from 'antd'
import { useState } from 'react'
import type { ListAnswer, Row } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import { usePage } from '#platform/web/page/page-context.ts'
import { LevelPicture, number, useSums } from '../points/parts.tsx'
import { ExchangeDialog, pictureOf } from './exchange-dialog.tsx'
import { MyExchanges } from './my-exchanges.tsx'
import './gifts.css'

type Shown = 'shelf' | 'mine'
type Order = 'newest' | 'cheapest'
const shelfMax = 200
const soldOut = 2

export default function GiftShelfPage() {
  const { menu } = usePage()
  const [shown, setShown] = useState<Shown>('shelf')
  const { data: sums } = useSums()
  return (
    <div className="zg-gifts">
      <div className="zg-gifts-bar">
        <h1>{menu.meta.title}</h1>
        <Segmented<Shown>
          aria-label={t('显示')}
          value={shown}
          onChange={setShown}
          options={[
            { value: 'shelf', label: t('礼品') },
            { value: 'mine', label: t('我的兑换') },
          ]}
        />
        <span className="zg-gifts-own">
          <LevelPicture url={sums?.own.level?.imageUrl ?? null} size={24} />
          {sums !== undefined && t('可用 {points} 积分', { points: number(sums.balance) })}
        </span>
      </div>
      {shown === 'shelf' ? <Shelf balance={sums?.balance ?? 0} onMine={() => setShown('mine')} /> : <MyExchanges />}
    </div>
  )
}

function Shelf({ balance, onMine }: { balance: number; onMine: () => void }) {
  const [order, setOrder] = useState<Order>('newest')
  const [affordable, setAffordable] = useState(false)
  const [chosen, setChosen] = useState<Row | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['culturalGift', 'shelf'],
    queryFn: ({ signal }) => api.post<ListAnswer>('/culturalGift/shelf', { pageNum: 1, pageSize: shelfMax }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
  if (data === undefined) return error === null ? <RowsLoading /> : <RowsFailed error={error} onRetry={() => void refetch()} />
  const list = data.list
    .filter(row => !affordable || Number(row['points']) <= balance)
    .toSorted((a, b) => (order === 'cheapest' ? Number(a['points']) - Number(b['points']) : 0))
  return (
    <>
      <div className="zg-gifts-filter">
        <Segmented<Order>
          aria-label={t('排序')}
          size="small"
          value={order}
          onChange={setOrder}
          options={[
            { value: 'newest', label: t('最新上架') },
            { value: 'cheapest', label: t('积分从低到高') },
          ]}
        />
        <Button size="small" type={affordable ? 'primary' : 'default'} aria-pressed={affordable} onClick={() => setAffordable(is => !is)}>
          {t('我能兑换')}
        </Button>
      </div>
      {list.length === 0 ? (
        <Empty
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description={affordable ? t('现有积分还不够兑换，多参与就能攒够') : t('货架上还没有礼品')}
        />
      ) : (
        <ul className="zg-gift-cards">
          {list.map(row => (
            <GiftCard key={row.id} row={row} balance={balance} onChoose={() => setChosen(row)} />
          ))}
        </ul>
      )}
      {chosen !== null && <ExchangeDialog gift={chosen} balance={balance} onClose={() => setChosen(null)} onMine={onMine} />}
    </>
  )
}

function GiftCard({ row, balance, onChoose }: { row: Row; balance: number; onChoose: () => void }) {
  const left = Number(row['stock']) - Number(row['reserved'])
  const isGone = Number(row['status']) === soldOut
  const lacking = Number(row['points']) - balance
  const picture = pictureOf(row)
  return (
    <li className={isGone ? 'zg-gift zg-gift-gone' : 'zg-gift'}>
      <div className="zg-gift-picture">
        {picture === null ? <span aria-hidden>{asText(row['name']).slice(0, 1)}</span> : <img src={picture} alt="" loading="lazy" />}
        {isGone && <b>{t('售罄')}</b>}
      </div>
      <strong title={asText(row['name'])}>{asText(row['name'])}</strong>
      <div className="zg-gift-points">
        <span>{number(Number(row['points']))}</span> {t('积分')}
      </div>
      <div className="zg-gift-left">{isGone ? t('补货后再来') : t('剩余 {count} 件', { count: number(left) })}</div>
      <Button type="primary" block disabled={isGone || lacking > 0} onClick={onChoose}>
        {isGone ? t('已售罄') : lacking > 0 ? t('还差 {points} 积分', { points: number(lacking) }) : t('兑换')}
      </Button>
    </li>
  )
}
