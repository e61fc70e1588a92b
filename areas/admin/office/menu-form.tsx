/** One menu entry: what an organisation may change about it; and a new one of its own. */
import { Button, Form, Input, Modal, Select, Switch } from 'antd'
import { useState } from 'react'
import { ApiError, api, fieldErrors } from '#platform/web/api/client.ts'
import { feedback } from '#platform/web/api/feedback.ts'
import { t } from '#platform/web/i18n/t.ts'
import { menuIcon, menuIconNames } from '#platform/web/shell/layout/menu-icon.tsx'
import type { MenuEntry } from '../answers.ts'

interface Values {
  readonly title: string
  readonly titleEn: string
  readonly icon?: string | null
  readonly path?: string
  readonly keepAlive?: boolean
  readonly hidden?: boolean
  readonly isMonitoring?: boolean
  readonly moduleId?: string
  readonly parentId?: string | null
  readonly component?: string
}

const iconOptions = () =>
  menuIconNames.map(name => ({
    value: name,
    label: (
      <span className="zg-office-row">
        {menuIcon(name, name, false)} {name}
      </span>
    ),
  }))

/** Runs a save; what is wrong with a field stands at the field. */
function useSaving(form: ReturnType<typeof Form.useForm<Values>>[0]) {
  const [busy, setBusy] = useState(false)
  return {
    busy,
    async save<Answer>(work: () => Promise<Answer>): Promise<Answer | null> {
      setBusy(true)
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        const errors = fieldErrors(error)
        if (errors.length === 0) feedback.warning(error.msg)
        else form.setFields(errors.map(({ field, message }) => ({ name: field as keyof Values, errors: [message] })))
        return null
      } finally {
        setBusy(false)
      }
    },
  }
}

const pathRule = () => ({ pattern: /^\/\S*$/, message: t('路径以 / 开头，可带 ?参数=值') })

export function MenuForm({ entry, onDone }: { entry: MenuEntry; onDone: () => void }) {
  const [form] = Form.useForm<Values>()
  const saving = useSaving(form)
  const isPage = entry.kind === 'page'
  const finish = async (values: Values): Promise<void> => {
    const icon = values.icon ?? ''
    const answer = await saving.save(() =>
      api.write('/menuSetting/update', { ...values, icon, menuId: entry.menuId }, { quiet: true }).then(() => true),
    )
    if (answer) onDone()
  }
  return (
    <Form<Values>
      form={form}
      className="zg-office-form"
      layout="vertical"
      requiredMark={false}
      initialValues={{
        title: entry.titleZh,
        titleEn: entry.titleEn,
        icon: entry.icon,
        path: entry.path,
        keepAlive: entry.keepAlive,
        hidden: entry.hidden,
        isMonitoring: entry.isMonitoring,
      }}
      onFinish={values => void finish(values)}
    >
      <Form.Item name="title" label={t('名称')} extra={t('清空则恢复原名')}>
        <Input maxLength={30} />
      </Form.Item>
      <Form.Item name="titleEn" label={t('英文名称')}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item name="icon" label={t('图标')}>
        <Select allowClear showSearch options={iconOptions()} placeholder={t('没有图标')} />
      </Form.Item>
      {isPage && (
        <>
          <Form.Item
            name="path"
            label={t('路径')}
            rules={[pathRule()]}
            extra={t('问号后的参数会作为页面的固定筛选，例如 /reference/shop?status=1')}
          >
            <Input maxLength={200} />
          </Form.Item>
          <p className="zg-office-note">
            {t('页面 {component}，权限 {permission}', { component: entry.component ?? '', permission: entry.permission ?? '' })}
          </p>
          <Form.Item name="keepAlive" label={t('切换标签时保留页面')} valuePropName="checked" layout="horizontal">
            <Switch />
          </Form.Item>
          <Form.Item name="isMonitoring" label={t('显示数据监控')} valuePropName="checked" layout="horizontal">
            <Switch />
          </Form.Item>
        </>
      )}
      {entry.kind !== 'module' && (
        <Form.Item name="hidden" label={t('在菜单中隐藏')} valuePropName="checked" layout="horizontal">
          <Switch />
        </Form.Item>
      )}
      <Button type="primary" htmlType="submit" loading={saving.busy}>
        {t('保存')}
      </Button>
    </Form>
  )
}

export function NewMenu({ list, onClose, onDone }: { list: readonly MenuEntry[]; onClose: () => void; onDone: (menuId: string) => void }) {
  const [form] = Form.useForm<Values>()
  const saving = useSaving(form)
  const moduleId = Form.useWatch('moduleId', form)
  const parentId = Form.useWatch('parentId', form)
  const named = (entries: readonly MenuEntry[]) => entries.map(one => ({ value: one.menuId, label: one.title }))
  const pages = new Map(list.flatMap(one => (one.component === null ? [] : [[one.component, one.title] as const])))
  const finish = async (values: Values): Promise<void> => {
    const { parentId: group, icon, ...rest } = values
    const body = { ...rest, ...(icon ? { icon } : {}), ...(group ? { parentId: group } : {}) }
    const answer = await saving.save(() => api.write<{ menuId: string }>('/menuSetting/insert', body, { quiet: true }))
    if (answer !== null) onDone(answer.menuId)
  }
  return (
    <Modal
      open
      title={t('新增菜单')}
      okText={t('新增菜单')}
      cancelText={t('取消')}
      confirmLoading={saving.busy}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form<Values> form={form} layout="vertical" onFinish={values => void finish(values)}>
        <Form.Item name="moduleId" label={t('应用')} rules={[{ required: true, message: t('请选择应用') }]}>
          <Select options={named(list.filter(one => one.kind === 'module'))} onChange={() => form.setFieldValue('parentId', null)} />
        </Form.Item>
        <Form.Item name="parentId" label={t('分组')} extra={t('不选则新增一个分组')}>
          <Select allowClear options={named(list.filter(one => one.kind === 'group' && one.moduleId === moduleId))} />
        </Form.Item>
        <Form.Item name="title" label={t('名称')} rules={[{ required: true, message: t('请填写名称') }]}>
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
          <Select allowClear showSearch options={iconOptions()} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
