/** A menu entry of the organisation's own: a group, or a further way to a page that exists. */
import { Form, Input, Select } from 'antd'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { TabModal } from '#platform/web/page/tab-modal.tsx'
import type { MenuEntry } from '../answers.ts'
import { IconSelect } from './icon-select.tsx'
import { pathRule } from './menu-form.tsx'
import { useSaving } from './use-saving.tsx'
import { clearable } from '#platform/web/widgets/clearable.tsx'

interface Values {
  readonly moduleId: string
  readonly parentId?: string | null
  readonly title: string
  readonly titleEn?: string
  readonly component?: string
  readonly path?: string
  readonly icon?: string
}

interface NewMenuProps {
  readonly list: readonly MenuEntry[]
  readonly onClose: () => void
  readonly onDone: (menuId: string) => void
}

export function NewMenu({ list, onClose, onDone }: NewMenuProps) {
  const [form] = Form.useForm<Values>()
  const saving = useSaving(form)
  const moduleId = Form.useWatch('moduleId', form)
  const parentId = Form.useWatch('parentId', form)
  const named = (entries: readonly MenuEntry[]) => entries.map(one => ({ value: one.menuId, label: one.title }))
  const pages = new Map(list.flatMap(one => (one.component === null ? [] : [[one.component, one.title] as const])))
  const finish = ({ parentId: group, icon, ...rest }: Values): Promise<void> =>
    saving.save(
      () =>
        api.write<{ menuId: string }>(
          '/menuSetting/insert',
          { ...rest, ...(icon ? { icon } : {}), ...(group ? { parentId: group } : {}) },
          { quiet: true },
        ),
      ({ menuId }) => onDone(menuId),
    )
  return (
    <TabModal
      open
      title={t('新增菜单')}
      okText={t('新增菜单')}
      cancelText={t('取消')}
      confirmLoading={saving.busy}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form<Values> form={form} layout="vertical" onFinish={values => void finish(values)}>
        <Form.Item name="moduleId" label={t('所属应用')} rules={[{ required: true, message: t('请选择应用') }]}>
          <Select options={named(list.filter(one => one.kind === 'module'))} onChange={() => form.setFieldValue('parentId', null)} />
        </Form.Item>
        <Form.Item name="parentId" label={t('分组')} extra={t('不选则新增一个分组')}>
          <Select allowClear={clearable()} options={named(list.filter(one => one.kind === 'group' && one.moduleId === moduleId))} />
        </Form.Item>
        <Form.Item name="title" label={t('名称')} rules={[{ required: true, whitespace: true, message: t('请填写名称') }]}>
          <Input maxLength={30} />
        </Form.Item>
        <Form.Item name="titleEn" label={t('英文名称')}>
          <Input maxLength={60} />
        </Form.Item>
        {parentId && (
          <>
            <Form.Item name="component" label={t('页面')} rules={[{ required: true, message: t('请选择要打开的页面') }]}>
              <Select
                showSearch={{ optionFilterProp: 'label' }}
                options={[...pages].map(([value, title]) => ({ value, label: `${title}（${value}）` }))}
              />
            </Form.Item>
            <Form.Item name="path" label={t('路径')} rules={[{ required: true, message: t('请填写路径') }, pathRule()]}>
              <Input maxLength={200} placeholder="/reference/shop?status=1" />
            </Form.Item>
          </>
        )}
        <Form.Item name="icon" label={t('图标')}>
          <IconSelect />
        </Form.Item>
      </Form>
    </TabModal>
  )
}
