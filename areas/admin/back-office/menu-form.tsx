/**
 * One menu entry: what an organisation may change about it. Only what was changed is sent: the rest stays as declared, or as another person
 * left it.
 */
import { Button, Form, Input, Switch } from 'antd'
import { useState } from 'react'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import type { MenuEntry } from '../answers.ts'
import { IconSelect } from './icon-select.tsx'
import { useFollowing } from './use-following.tsx'
import { useSaving } from './use-saving.tsx'

type Values = {
  readonly title: string
  readonly titleEn: string
  readonly icon?: string | null
  readonly path?: string | null
  readonly keepAlive?: boolean
  readonly hidden?: boolean
  readonly isMonitoring?: boolean
}

const firstValues = (entry: MenuEntry): Values => ({
  title: entry.titleZh,
  titleEn: entry.titleEn,
  icon: entry.icon,
  path: entry.path,
  keepAlive: entry.keepAlive,
  hidden: entry.hidden,
  isMonitoring: entry.isMonitoring,
})

/** Values that differ from those the form began with; what was emptied goes as an empty text. */
export function changedValues(before: Values, after: Values): Readonly<Record<string, string | boolean>> {
  const was: Readonly<Record<string, string | boolean | null | undefined>> = before
  return Object.fromEntries(
    Object.entries(after).flatMap(([name, value]: [string, string | boolean | null | undefined]) => {
      const next = typeof value === 'string' ? value.trim() : (value ?? '')
      return next === (was[name] ?? '') ? [] : [[name, next]]
    }),
  )
}

export const pathRule = () => ({ pattern: /^\/\S*$/, message: t('路径以 / 开头，可带 ?参数=值') })

interface MenuFormProps {
  readonly entry: MenuEntry
  readonly onEdited: (isEdited: boolean) => void
  readonly onDone: () => void
}

export function MenuForm({ entry, onEdited, onDone }: MenuFormProps) {
  const [form] = Form.useForm<Values>()
  const saving = useSaving(form)
  const before = firstValues(entry)
  const forget = useFollowing(form, before)
  const [isEdited, setEdited] = useState(false)
  const edited = (after: Values): void => {
    const next = Object.keys(changedValues(before, after)).length > 0
    setEdited(next)
    onEdited(next)
  }
  const finish = (values: Values): Promise<void> =>
    saving.save(
      () =>
        api.write(
          '/menuSetting/update',
          { ...changedValues(before, values), menuId: entry.menuId, version: entry.version },
          { quiet: true },
        ),
      () => {
        forget()
        setEdited(false)
        onEdited(false)
        onDone()
      },
    )
  return (
    <Form<Values>
      form={form}
      className="zg-office-form"
      layout="vertical"
      requiredMark={false}
      initialValues={before}
      onValuesChange={(_changed, after) => edited(after)}
      onFinish={values => void finish(values)}
    >
      <Form.Item name="title" label={t('名称')} extra={entry.isOwn ? null : t('清空则恢复原名')}>
        <Input maxLength={30} />
      </Form.Item>
      <Form.Item name="titleEn" label={t('英文名称')}>
        <Input maxLength={60} />
      </Form.Item>
      {entry.kind !== 'tab' && (
        <Form.Item name="icon" label={t('图标')}>
          <IconSelect />
        </Form.Item>
      )}
      {entry.kind === 'page' && <PageItems entry={entry} />}
      {entry.kind !== 'module' && (
        <Form.Item
          name="hidden"
          label={t('在菜单中隐藏')}
          valuePropName="checked"
          layout="horizontal"
          extra={t('只从菜单里拿掉，权限不变；要禁止打开请在角色授权里取消')}
        >
          <Switch />
        </Form.Item>
      )}
      <Button type="primary" htmlType="submit" disabled={!isEdited} loading={saving.busy}>
        {t('保存')}
      </Button>
    </Form>
  )
}

/** What only a page has. */
function PageItems({ entry }: { entry: MenuEntry }) {
  return (
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
      <Form.Item
        name="isMonitoring"
        label={t('显示数据监控')}
        valuePropName="checked"
        layout="horizontal"
        extra={t('页面上显示数据负责人、更新周期和最近更新')}
      >
        <Switch />
      </Form.Item>
    </>
  )
}
