/**
 * The parts that all screens are built from. Import `@parley/ui/theme.css` once, before any of them; it brings the
 * tokens, the typefaces and Tailwind.
 *
 * Components hold no words: every text comes in as a prop, from the catalogue of the caller.
 */
export { Button, type ButtonProps } from './controls/button.tsx'
export { buttonStyles } from './controls/button-styles.ts'
export { Field } from './controls/field.tsx'
export { Icon, type IconType } from './controls/icon.tsx'
export { IconButton, type IconButtonProps } from './controls/icon-button.tsx'
export { Input, SearchInput, TextArea } from './controls/input.tsx'
export { ButtonLink, type ButtonLinkProps, Link } from './controls/link.tsx'
export { PasswordField } from './controls/password-field.tsx'
export { FilterPills, type TabChoice, Tabs } from './controls/tabs.tsx'
export { Card } from './display/card.tsx'
export { Mark } from './display/mark.tsx'
export { Note, type NoteTone } from './display/note.tsx'
export { Spinner } from './display/spinner.tsx'
export { Tooltip } from './overlays/tooltip.tsx'
export { Gate, GateSheet, OrDivider } from './shell/gate.tsx'
