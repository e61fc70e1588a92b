/** An alert on the first measure of a card, with what the card is narrowed to. */
import { feedback } from '#platform/web/api/feedback.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Form, Input, InputNumber, Select } from 'antd'
import { useState } from 'react'
import type { DashboardCard, DashboardFilter } from '#platform/declare/wire-dashboards.ts'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { clearableText } from '#platform/web/widgets/clearable.tsx'
import { useListDefinition } from '#platform/web/values/use-list-definition.ts'
import { ignoreShownRefusal } from '#platform/web/api/ignore-shown-refusal.ts'
import { TabModal } from '#platform/web/page/tab-modal.tsx'
import type { AlertRule } from './judge.ts'
import { alertDimensions, dimensionTitle, narrowedIn } from './words.tsx'

const [above, below, unusual] = [1, 2, 3] as const satisfies readonly AlertRule[]

/** as the server takes it */
const thresholdPattern = /^-?[0-9]{1,14}(\.[0-9]{1,4})?$/

interface AlertForm {
  readonly name: string
  readonly rule: AlertRule
  readonly threshold?: string
  readonly level?: string
}

interface AlertDialogProps {
  readonly card: DashboardCard
  readonly filter: DashboardFilter
  readonly onClose: () => void
}

export function AlertDialog({ card, filter, onClose }: AlertDialogProps) {
  const client = useQueryClient()
  const [form] = Form.useForm<AlertForm>()
  const [isBusy, setBusy] = useState(false)
  const rule = Form.useWatch('rule', form) as AlertRule | undefined
  const { measure } = card
  const { data } = useListDefinition(measure?.report ?? '')
  const report = data?.report ?? null
  const offered = alertDimensions.filter(one => report?.dimensions.some(d => d.name === one))
  const save = async (values: AlertForm): Promise<void> => {
    if (measure === undefined || report === null) return
    // what the report lacks narrows nothing, as on the card
    const where = { ...measure.where, ...narrowedIn(report, filter).where }
    await api.write('/measureAlert/insert', {
      ...values,
      threshold: values.threshold ?? null,
      report: measure.report,
      measure: measure.measures[0],
      where,
    })
    await client.invalidateQueries({ queryKey: ['list', 'measureAlert'] })
    feedback.success(t('已设预警，数据到齐后检查'))
    onClose()
  }
  const finish = async (values: AlertForm): Promise<void> => {
    setBusy(true)
    await ignoreShownRefusal(save(values))
    setBusy(false)
  }
  const isBand = rule === unusual
  return (
    <TabModal
      open
      title={t('设预警')}
      okText={t('保存')}
      okButtonProps={{ loading: isBusy, disabled: report === null }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<AlertForm>
        form={form}
        layout="vertical"
        initialValues={{ name: card.title, rule: below }}
        onFinish={values => void finish(values)}
      >
        <Form.Item name="name" label={t('名称')} rules={[{ required: true, whitespace: true }]}>
          <Input maxLength={50} />
        </Form.Item>
        {offered.length > 0 && (
          <Form.Item name="level" label={t('分别按')} extra={t('不选则看合计')}>
            <Select allowClear={clearableText()} options={offered.map(one => ({ value: one, label: dimensionTitle(one) }))} />
          </Form.Item>
        )}
        <Form.Item name="rule" label={t('何时提醒')}>
          <Select
            options={[
              { value: above, label: t('一天的数字高于阈值') },
              { value: below, label: t('一天的数字低于阈值') },
              { value: unusual, label: t('一天的数字超出同一星期几的平常范围') },
            ]}
          />
        </Form.Item>
        {isBand ? <p className="zg-dash-note">{t('平常范围：最近 8 周同一星期几的中位数，上下各 3 倍离差')}</p> : <ThresholdItem />}
      </Form>
    </TabModal>
  )
}

const ThresholdItem = () => (
  <Form.Item
    name="threshold"
    label={t('阈值')}
    extra={t('金额折合人民币，比率填小数')}
    rules={[{ required: true, pattern: thresholdPattern, message: t('请填写数字，最多四位小数，例如 1000 或 0.05') }]}
  >
    <InputNumber<string> stringMode controls={false} className="zg-dash-threshold" />
  </Form.Item>
)
