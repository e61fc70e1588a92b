/** The way to a page by its component; nothing where the person has no such page. */
import { Button, type ButtonProps } from 'antd'
import { useContext } from 'react'
import { ShellContext } from '../page/shell-context.ts'

export function PageLink({ component, title, type = 'link' }: { component: string | null; title: string; type?: ButtonProps['type'] }) {
  const shell = useContext(ShellContext)
  const menu = component === null ? undefined : shell?.routes.find(one => one.menu.component === component)?.menu
  if (shell === null || menu === undefined) return null
  return (
    <Button type={type} size={type === 'link' ? 'small' : 'middle'} onClick={() => shell.open(menu.path)}>
      {title}
    </Button>
  )
}
