-- Runs cardwright.lua as Neovim would, and looks at what it asks for. For any Lua from 5.1 on; Neovim has LuaJIT.
local asked = { files = {}, config = {}, enabled = {} }
local projects = { [1] = '/games/river-wars' }

vim = {
  filetype = { add = function(types) asked.files = types end },
  fs = {
    root = function(buffer, marker)
      assert(marker == 'systems')
      return projects[buffer]
    end,
  },
  lsp = {
    config = function(name, config) asked.config[name] = config end,
    enable = function(name) asked.enabled[name] = true end,
  },
  api = {
    nvim_create_autocmd = function(event, options)
      assert(event == 'FileType' and options.pattern == 'cardwright')
      options.callback()
    end,
  },
  bo = {},
  opt_local = { iskeyword = { append = function(_, sign) asked.sign = sign end } },
}

dofile((arg[0]:gsub('test%.lua$', 'cardwright.lua')))

local config = assert(asked.config.cardwright)
assert(table.concat(config.cmd, ' ') == 'cardwright lsp')
assert(asked.files.extension.cw == config.filetypes[1] and config.filetypes[2] == 'yaml')
assert(config.init_options.yaml == 'all' and config.init_options.hints == false)
assert(asked.enabled.cardwright and asked.sign == '-' and vim.bo.commentstring == '# %s')

local started = {}
for buffer = 1, 2 do
  config.root_dir(buffer, function(root) started[#started + 1] = root end)
end
assert(#started == 1 and started[1] == '/games/river-wars')
