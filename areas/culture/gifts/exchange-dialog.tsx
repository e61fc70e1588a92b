/** Asking for a gift: how many, and what remains of one's points. */
import { feedback } from '#platform/web/api/feedback.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Input, InputNumber } from 'antd'
import { useState } from 'react'
import type { Row } from '#platform/declare/wire.ts'
import type { UploadedFile } from '#platform/declare/wire-values.ts'
import { asText } from '#platform/format/text.ts'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RichTextView } from '#platform/web/rich-text/rich-text.tsx'
import { TabModal } from '#platform/web/page/tab-modal.tsx'
import { number, pointsKey } from '../points/parts.tsx'

const remarkMax = 200

interface ExchangeProps {
  readonly gift: Row
  readonly balance: number
  readonly onClose: () => void
  readonly onMine: () => void
}

export const pictureOf = (row: Row): string | null => ((row['image'] ?? []) as readonly UploadedFile[])[0]?.link ?? null

const limitText = (gift: Row): string | null => {
  const limit = gift['limitQty'] as number | null
  if (limit === null || limit === undefined) return null
  const count = number(limit)
  return Number(gift['limitPeriod']) === 1
    ? t('每人每月限兑 {count} 件', { count })
    : Number(gift['limitPeriod']) === 2
      ? t('每人每年限兑 {count} 件', { count })
      : t('每人限兑 {count} 件', { count })
}

export function ExchangeDialog({ gift, balance, onClose, onMine }: ExchangeProps) {
  const client = useQueryClient()
  const [quantity, setQuantity] = useState(1)
  const [remark, setRemark] = useState('')
  const [isBusy, setBusy] = useState(false)
  const each = Number(gift['points'])
  const left = Number(gift['stock']) - Number(gift['reserved'])
  const most = Math.max(1, Math.min(left, Math.floor(balance / each), (gift['limitQty'] as number | null) ?? left))
  const remains = balance - each * quantity
  const submit = async (): Promise<void> => {
    setBusy(true)
    try {
      await api.write('/culturalExchangeHistory/toExchange', { giftId: gift.id, quantity, remark: remark.trim() || null })
      feedback.success(t('已提交兑换，请等待发放'))
      onClose()
      onMine()
    } catch {
      // the refusal was shown by the call itself; the dialog stays with what was typed
      setBusy(false)
    } finally {
      for (const key of [pointsKey, 'culturalGift', 'culturalExchange']) void client.invalidateQueries({ queryKey: [key] })
    }
  }
  return (
    <TabModal
      open
      title={t('兑换礼品')}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('取消')}</Button>
          <Button type="primary" loading={isBusy} disabled={remains < 0} onClick={() => void submit()}>
            {t('确认兑换')}
          </Button>
        </>
      }
    >
      <About gift={gift} />
      <div className="zg-exchange-form">
        <label htmlFor="zg-exchange-quantity">{t('数量')}</label>
        <InputNumber
          id="zg-exchange-quantity"
          controls={false}
          min={1}
          max={most}
          precision={0}
          value={quantity}
          onChange={value => setQuantity(value ?? 1)}
        />
        <label htmlFor="zg-exchange-remark">{t('备注')}</label>
        <Input.TextArea
          id="zg-exchange-remark"
          maxLength={remarkMax}
          autoSize={{ minRows: 2, maxRows: 4 }}
          placeholder={t('颜色、尺码、领取方式')}
          value={remark}
          onChange={event => setRemark(event.target.value)}
        />
      </div>
      <Remains balance={balance} cost={each * quantity} />
    </TabModal>
  )
}

/** What it is, what it costs, what each may have. */
function About({ gift }: { gift: Row }) {
  const picture = pictureOf(gift)
  const left = Number(gift['stock']) - Number(gift['reserved'])
  const limit = limitText(gift)
  return (
    <>
      <div className="zg-exchange">
        {picture !== null && <img src={picture} alt="" />}
        <div>
          <strong>{asText(gift['name'])}</strong>
          <p>
            {[t('每件 {points} 积分', { points: number(Number(gift['points'])) }), t('剩余 {count} 件', { count: number(left) }), limit]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
      </div>
      {typeof gift['content'] === 'string' && gift['content'] !== '' && (
        <div className="zg-exchange-about">
          <RichTextView value={gift['content']} />
        </div>
      )}
    </>
  )
}

function Remains({ balance, cost }: { balance: number; cost: number }) {
  const remains = balance - cost
  return (
    <dl className="zg-exchange-sum">
      <dt>{t('可用积分')}</dt>
      <dd>{number(balance)}</dd>
      <dt>{t('本次兑换')}</dt>
      <dd>{number(-cost)}</dd>
      <dt>{t('兑换后剩余')}</dt>
      <dd className={remains < 0 ? 'zg-exchange-short' : undefined}>{number(remains)}</dd>
    </dl>
  )
}
