/** A card of a list: how many records it finds, or its first rows, by the address of its page with what that is filtered by. */
import { Form, Input, Radio, Select } from 'antd'
import { useMemo } from 'react'
import type { DashboardCard } from '#platform/declare/wire-dashboards.ts'
import { t } from '#platform/web/i18n/t.ts'
import { TabModal } from '#platform/web/page/tab-modal.tsx'
import { useShell } from '#platform/web/page/shell-context.ts'

interface ListCardForm {
  readonly title: string
  readonly type: string
  readonly url: string
  readonly look: 'count' | 'rows'
}

interface ListCardDialogProps {
  /** absent: a new one */
  readonly card: DashboardCard | null
  readonly newKey: string
  readonly onDone: (card: DashboardCard) => void
  readonly onClose: () => void
}

const sizes = { count: [3, 1], rows: [6, 2] } as const

/** What was copied from the address bar, without the part that names the server. */
export const ownAddress = (pasted: string): string => pasted.trim().replace(/^https?:\/\/[^/]+/i, '')

export function ListCardDialog({ card, newKey, onDone, onClose }: ListCardDialogProps) {
  const { routes } = useShell()
  const [form] = Form.useForm<ListCardForm>()
  const lists = useMemo(() => {
    const pages = routes.flatMap(({ menu, path }) => {
      const type = /^list\/(\w+)$/.exec(menu.component ?? '')?.[1]
      return type === undefined ? [] : [{ value: type, label: menu.meta.title, path }]
    })
    // of a list with several pages the first
    return pages.filter((one, at) => pages.findIndex(({ value }) => value === one.value) === at)
  }, [routes])
  const pathOf = (type: string): string => lists.find(one => one.value === type)?.path ?? ''
  const save = ({ title, type, url, look }: ListCardForm): void => {
    const [width, height] = card === null ? sizes[look] : [card.width, card.height]
    onDone({ key: card?.key ?? newKey, title: title.trim(), width, height, page: { type, url: ownAddress(url), look } })
    onClose()
  }
  const initial = card?.page === undefined ? { look: 'count' } : { ...card.page, title: card.title }
  return (
    <TabModal
      open
      title={card === null ? t('添加列表卡片') : t('编辑卡片')}
      okText={t('确定')}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<ListCardForm> form={form} layout="vertical" initialValues={initial} onFinish={save}>
        <Form.Item name="type" label={t('列表')} rules={[{ required: true }]}>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            options={lists}
            onChange={(type: string) => form.setFieldsValue({ url: pathOf(type) })}
            notFoundContent={t('没有可以查看的列表')}
          />
        </Form.Item>
        <Form.Item
          name="url"
          label={t('地址')}
          extra={t('要带筛选：在列表里筛选好，把浏览器地址栏的地址贴到这里')}
          dependencies={['type']}
          rules={[
            { required: true },
            {
              validator: (_, url: string | undefined) => {
                const [path] = ownAddress(url ?? '').split('?')
                const wanted = pathOf(form.getFieldValue('type') as string)
                return path === wanted ? Promise.resolve() : Promise.reject(new Error(t('地址应当以 {path} 开头', { path: wanted })))
              },
            },
          ]}
        >
          <Input maxLength={2_500} />
        </Form.Item>
        <Form.Item name="look" label={t('显示')}>
          <Radio.Group
            options={[
              { value: 'count', label: t('条数') },
              { value: 'rows', label: t('前几行') },
            ]}
          />
        </Form.Item>
        <Form.Item name="title" label={t('卡片名称')} rules={[{ required: true, whitespace: true }]}>
          <Input maxLength={50} />
        </Form.Item>
      </Form>
    </TabModal>
  )
}
