-- Cardwright in Neovim 0.11 or newer. Copy this file to ~/.config/nvim/plugin/cardwright.lua
vim.filetype.add({ extension = { cw = 'cardwright' } })

vim.lsp.config('cardwright', {
  cmd = { 'cardwright', 'lsp' },
  filetypes = { 'cardwright', 'yaml' },
  -- The folder in which `systems` lies. Files outside of a project are left alone.
  root_dir = function(buffer, start)
    local root = vim.fs.root(buffer, 'systems')
    if root then
      start(root)
    end
  end,
  -- `beyond-schema`, if yaml-language-server runs as well: it tells what the schemas say.
  init_options = { yaml = 'all', hints = false },
})
vim.lsp.enable('cardwright')

vim.api.nvim_create_autocmd('FileType', {
  pattern = 'cardwright',
  callback = function()
    vim.bo.commentstring = '# %s'
    vim.bo.shiftwidth = 2
    vim.bo.expandtab = true
    -- Names have hyphens.
    vim.opt_local.iskeyword:append('-')
  end,
})
