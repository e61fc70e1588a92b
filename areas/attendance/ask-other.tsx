/** An outing, a trip or overtime of oneself. */
import { Flex, Select } from 'antd'
import { useState } from 'react'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import type { RequestPreview } from './answers.ts'
import { AskCard, useStretch, type How } from './ask-card.tsx'

export type OtherKind = 'outing' | 'trip' | 'overtimeOrder'
const rateNames = () => ({ otWork: t('工作日，1.5 倍'), otRest: t('休息日，2 倍'), otHoliday: t('法定节假日，3 倍'), lieu: t('换成调休') })
const previews = {
  outing: (wanted: object, how: How) => api.post<RequestPreview>('/outing/preview', wanted, how),
  trip: (wanted: object, how: How) => api.post<RequestPreview>('/trip/preview', wanted, how),
  overtimeOrder: (wanted: object, how: How) => api.post<RequestPreview>('/overtimeOrder/preview', wanted, how),
} as const

export function AskOther({ kind }: { readonly kind: OtherKind }) {
  const { times, pickers, warning, clear } = useStretch()
  const [compensation, setCompensation] = useState('1')
  const isOvertime = kind === 'overtimeOrder'
  const names = rateNames()
  return (
    <>
      <Flex gap={8} wrap>
        {pickers}
        {isOvertime && (
          <Select
            aria-label={t('补偿')}
            value={compensation}
            onChange={setCompensation}
            options={[
              { value: '1', label: t('加班费') },
              { value: '2', label: t('调休') },
            ]}
          />
        )}
      </Flex>
      {warning}
      {times !== null && (
        <AskCard
          key={`${times.fromAt} ${times.toAt} ${compensation}`}
          type={kind}
          wanted={isOvertime ? { ...times, compensation: Number(compensation) } : times}
          {...(isOvertime ? {} : { placeName: kind === 'trip' ? t('目的地') : t('地点') })}
          preview={how => previews[kind](isOvertime ? { ...times, compensation } : times, how)}
          itemsOf={({ minutes, rates }) => [
            { key: 'minutes', label: isOvertime ? t('最多算加班') : t('其中上班时间'), children: t('{n} 分钟', { n: minutes }) },
            ...rates.map(one => ({ key: one.kind, label: names[one.kind], children: t('{n} 分钟', { n: one.minutes }) })),
          ]}
          onSent={clear}
        />
      )}
    </>
  )
}
