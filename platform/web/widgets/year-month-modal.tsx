/** 选择年月: a year out of a list and a month of it. */
import { fullYears, longYears, MONTHS, shortYears } from '#platform/format/years.ts'
import { Form, Select } from 'antd'
import { useState } from 'react'
import { t } from '../i18n/t.ts'
import { TabModal } from '../page/tab-modal.tsx'

interface YearMonthModalProps {
  /** which years are offered: fifty, ten or six */
  readonly years: 'full' | 'long' | 'short'
  /** today, YYYY-MM-DD in the organisation's zone: the year lists count from it, its month is offered first */
  readonly today: string
  /** YYYY-MM */
  readonly value?: string
  readonly onChoose: (month: string) => void
  readonly onClose: () => void
}

const yearsOf = { full: fullYears, long: longYears, short: shortYears } as const

/** Mount it to open it. */
export function YearMonthModal({ years, today, value = today.slice(0, 7), onChoose, onClose }: YearMonthModalProps) {
  const [year, setYear] = useState(Number(value.slice(0, 4)))
  const [month, setMonth] = useState(Number(value.slice(5, 7)))
  return (
    <TabModal
      title={t('选择年月')}
      open
      width={400}
      okText={t('选择')}
      cancelText={t('取消')}
      onOk={() => onChoose(`${year}-${String(month).padStart(2, '0')}`)}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={t('年份')} htmlFor="zg-year">
          <Select
            id="zg-year"
            value={year}
            options={yearsOf[years](Number(today.slice(0, 4))).map(one => ({ value: one, label: String(one) }))}
            onChange={setYear}
          />
        </Form.Item>
        <Form.Item label={t('月份')} htmlFor="zg-month">
          <Select id="zg-month" value={month} options={MONTHS.map(one => ({ ...one }))} onChange={setMonth} />
        </Form.Item>
      </Form>
    </TabModal>
  )
}
