# SPDX-License-Identifier: Apache-2.0
# Lets PROGRAM write its manual pages and its completion of shells into FOLDER, where a prefix has share/.
set(bash bash-completion/completions/allways)
set(zsh zsh/site-functions/_allways)
set(fish fish/vendor_completions.d/allways.fish)

execute_process(COMMAND ${PROGRAM} manual ${FOLDER}/man/man1 COMMAND_ERROR_IS_FATAL ANY)
foreach(shell bash zsh fish)
  cmake_path(GET ${shell} PARENT_PATH folder)
  file(MAKE_DIRECTORY ${FOLDER}/${folder})
  execute_process(COMMAND ${PROGRAM} completion ${shell} OUTPUT_FILE ${FOLDER}/${${shell}} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
